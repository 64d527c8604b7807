/** A section of a legal text. */
export interface LegalSection {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

/** A legal text of the product with the day it came into force. */
export function LegalText({ title, sections }: { readonly title: string; readonly sections: readonly LegalSection[] }) {
  return (
    <article className="light-card light-text">
      <h1>{title}</h1>
      <p className="light-hint">Effective November 1, 2026</p>
      {sections.map((section) => (
        <section key={section.title}>
          <h2>{section.title}</h2>
          {section.paragraphs.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </section>
      ))}
    </article>
  );
}
