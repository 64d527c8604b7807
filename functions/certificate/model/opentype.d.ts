/** The part of opentype.js that is used here: the package brings no types. */
declare module "opentype.js" {
  interface Font {
    /** The glyph that draws a character; index 0 is the one that says it cannot. */
    charToGlyph(character: string): { readonly index: number };
    /** Pixels from the text's beginning to its end. */
    getAdvanceWidth(text: string, fontSize: number): number;
  }
  export function parse(bytes: ArrayBuffer): Font;
}

/** A bundled font: its path relative to the importing module, for `new URL(path, import.meta.url)`. */
declare module "*.ttf" {
  const path: string;
  export default path;
}
