import "./swatch.css";

/** What a colour stands for where several stand together; each has a pattern, too, for whoever cannot tell the colours. */
export type Swatched = "reviewer" | "issuer" | "platform" | "organization" | "first" | "second";

/** The colour and pattern of a legend's entry, beside its words. */
export function Swatch({ of }: { readonly of: Swatched }) {
  return <span className={`swatch swatch-${of}`} aria-hidden="true" />;
}

/** The colour of a swatch without its pattern, as CSS. */
export const colourOf: Readonly<Record<Swatched, string>> = {
  reviewer: "var(--laurel-share-reviewer)",
  issuer: "var(--laurel-share-issuer)",
  platform: "var(--laurel-share-platform)",
  organization: "var(--laurel-share-organization)",
  first: "var(--laurel-accent)",
  second: "var(--laurel-field-line)",
};

const strokes: Readonly<Record<Swatched, string>> = {
  reviewer: "",
  first: "",
  issuer: "M-2 2 2-2M0 8 8 0M6 10l4-4",
  second: "M-2 2 2-2M0 8 8 0M6 10l4-4",
  platform: "M4 4h.01",
  organization: "M0 4h8",
};

/** The patterns of a page: `fill: url(#swatch-issuer)` gives them to the shapes of a drawing. */
export function SwatchPatterns() {
  return (
    <svg className="swatch-patterns" aria-hidden="true" width="0" height="0">
      {Object.entries(strokes).map(([of, path]) => (
        <pattern
          key={of}
          id={`swatch-${of}`}
          className={`swatch-${of}`}
          width="8"
          height="8"
          patternUnits="userSpaceOnUse"
        >
          <rect width="8" height="8" />
          <path d={path} />
        </pattern>
      ))}
    </svg>
  );
}
