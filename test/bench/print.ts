/** Prints a heading. */
export const title = (text: string): void => console.log(`\n${text}`);

/** Prints a name, what was measured of it, and the goal or a remark. */
export const line = (name: string, value: string, goal = ""): void =>
  console.log(`${name.padEnd(58)} ${value.padStart(16)}  ${goal}`);

/** Prints the same of something that has a bound. Where that is exceeded the line says so, and the process fails in the end. */
export function judged(name: string, value: string, goal: string, isKept: boolean): void {
  line(name, value, isKept ? goal : `${goal}: EXCEEDED`);
  if (!isKept) process.exitCode = 1;
}

/** Bytes as whole kilobytes. */
export const kilobytes = (bytes: number): string => `${Math.round(bytes / 1024)} KB`;
