/** Reads one setting of the running function. Read at use, never at import: one process may hold many functions. */
export function environment(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === "") throw new Error(`The setting ${name} is missing.`);
  return value;
}

/** Reads a setting that may be absent. */
export const optionalEnvironment = (name: string): string | undefined => process.env[name] || undefined;
