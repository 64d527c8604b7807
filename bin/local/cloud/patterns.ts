/** Whether a value fits an event pattern: objects go down, arrays list what the value may be. */
export function matches(pattern: unknown, value: unknown): boolean {
  if (Array.isArray(pattern)) return pattern.some((wanted) => matchesValue(wanted, value));
  const parts = (value ?? {}) as Record<string, unknown>;
  return Object.entries(pattern as object).every(([name, inner]) => matches(inner, parts[name]));
}

function matchesValue(wanted: unknown, value: unknown): boolean {
  if (typeof wanted !== "object" || wanted === null) return wanted === value;
  const [[test, argument]] = Object.entries(wanted) as [[string, unknown]];
  switch (test) {
    case "prefix":
      return typeof value === "string" && value.startsWith(argument as string);
    case "suffix":
      return typeof value === "string" && value.endsWith(argument as string);
    case "exists":
      return (value !== undefined) === argument;
    case "anything-but":
      return value !== undefined && ![argument].flat().includes(value);
    default:
      throw new Error(`The filter uses ${test}, which the local cloud does not read.`);
  }
}
