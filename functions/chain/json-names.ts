/** An object or a list that the scan is in: its names so far, or the place in the list. */
interface Open {
  readonly names?: Set<string>;
  at: string | number;
}

/**
 * The path of the first name that stands twice in one object of a JSON text; undefined when none does. Parsers keep the
 * last of the values, others the first: what was meant is not known. The text must be valid JSON.
 */
export function repeatedName(json: string): string | undefined {
  const open: Open[] = [];
  for (let index = 0; index < json.length; index++) {
    const inner = open.at(-1);
    switch (json[index]) {
      case "{":
        open.push({ names: new Set(), at: "" });
        break;
      case "[":
        open.push({ at: 0 });
        break;
      case "}":
      case "]":
        open.pop();
        break;
      case ",":
        if (inner && typeof inner.at === "number") inner.at += 1;
        break;
      case '"': {
        const end = endOfString(json, index);
        if (inner?.names && isName(json, end)) {
          inner.at = JSON.parse(json.slice(index, end)) as string;
          if (inner.names.has(inner.at)) return open.map(({ at }) => at).join(".");
          inner.names.add(inner.at);
        }
        index = end - 1;
      }
    }
  }
  return undefined;
}

/** Whether a colon follows a string, whatever space is before it. */
function isName(json: string, end: number): boolean {
  let at = end;
  while (/\s/.test(json.charAt(at))) at++;
  return json[at] === ":";
}

/** Where the text after a string begins. */
function endOfString(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); ; at = json.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (json[at - 1 - backslashes] === "\\") backslashes++;
    if (backslashes % 2 === 0) return at + 1;
  }
}
