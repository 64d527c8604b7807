/** A wait in words, such as "20 seconds" or "3 minutes". */
export function waitInWords(seconds: number): string {
  if (seconds > 90) return `${Math.ceil(seconds / 60)} minutes`;
  return seconds === 1 ? "a second" : `${seconds} seconds`;
}
