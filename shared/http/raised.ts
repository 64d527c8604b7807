const digits = (signs: string) => Object.fromEntries([..."0123456789+-=()"].map((sign, at) => [sign, [...signs][at]!]));
const raised: Readonly<Record<string, string>> = { ...digits("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾"), "−": "⁻", n: "ⁿ", i: "ⁱ" };
const lowered: Readonly<Record<string, string>> = { ...digits("₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎"), "−": "₋" };

/** A superscript or subscript as plain text says it: by signs of its own where there are, else `^(…)` or `_(…)`. */
export function raisedText(text: string, tag: "sup" | "sub"): string {
  const signs = [...text.trim()];
  const table = tag === "sup" ? raised : lowered;
  if (signs.length === 0) return "";
  if (signs.every((sign) => sign in table)) return signs.map((sign) => table[sign]).join("");
  const mark = tag === "sup" ? "^" : "_";
  return signs.length === 1 ? mark + signs[0]! : `${mark}(${signs.join("")})`;
}
