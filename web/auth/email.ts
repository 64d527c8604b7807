/** Whether a text looks like an e-mail address; the server decides with the contract's pattern. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text.trim());
