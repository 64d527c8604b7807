/** Prints a heading. */
export const title = (text: string): void => console.log(`\n${text}`);

/** Prints a name, what was measured of it, and the goal or a remark. */
export const line = (name: string, value: string, goal = ""): void =>
  console.log(`${name.padEnd(58)} ${value.padStart(16)}  ${goal}`);

/** Bytes as whole kilobytes. */
export const kilobytes = (bytes: number): string => `${Math.round(bytes / 1024)} KB`;
