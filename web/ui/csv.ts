const cell = (value: string | number | null | undefined): string => {
  const text = String(value ?? "");
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text; // a spreadsheet would run it
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};

/** Lines of cells as CSV text. */
export const csvText = (lines: readonly (readonly (string | number | null | undefined)[])[]): string =>
  lines.map((line) => line.map(cell).join(",")).join("\r\n");
