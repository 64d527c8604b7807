import { type ReactNode, useId } from "react";
import type { Section } from "../../../shared/credential/credential.ts";
import { duration } from "../../ui/look/format.ts";
import { Disclosure, Panel, Stack } from "../../ui/look/panel.tsx";
import { RichText } from "../../ui/look/rich-text.tsx";
import { Rubric } from "./rubric.tsx";

/** What a section is shown from: a credential's section, or one that an application was made on. */
export type ShownSection = Pick<
  Section,
  "title" | "description" | "rubric" | "rubric_ext" | "response_type" | "options" | "options_multiple"
> &
  Partial<Pick<Section, "review_estimate">>;

const responseWords: Readonly<Record<string, string>> = { 0: "text", 1: "files", 2: "a choice" };

/** How a section is answered, in words: `Answer with text or files`. */
export function answeredBy(response_type: string): string {
  const ways = response_type.split(",").flatMap((type) => responseWords[type] ?? []);
  const list = new Intl.ListFormat("en", { type: "disjunction" });
  return ways.length === 0 ? "" : `Answer with ${list.format(ways)}`;
}

/** One section of a credential as it is read: what to hand in, how to answer, and the rubric that opens. */
export function SectionCard({
  section,
  number,
  edit,
  rubricOpen = true,
  children,
}: {
  readonly section: ShownSection;
  /** Its place among the sections, from 1. */
  readonly number?: number | undefined;
  /** The way to change it, at the right of the title. */
  readonly edit?: ReactNode;
  readonly rubricOpen?: boolean;
  /** Further content below the rubric. */
  readonly children?: ReactNode;
}) {
  const choices = useId();
  const parts = [
    answeredBy(section.response_type),
    section.review_estimate ? `About ${duration(section.review_estimate)} to review` : "",
  ].filter(Boolean);
  return (
    <Panel
      title={number ? `${number}. ${section.title}` : section.title}
      level={3}
      description={parts.join(" · ")}
      actions={edit}
    >
      <Stack gap="m">
        <RichText html={section.description} />
        {section.options.length > 0 ? (
          <div>
            <p id={choices} className="section-choices">
              {section.options_multiple ? "Choose one or more:" : "Choose one:"}
            </p>
            <ul aria-labelledby={choices} className="section-options">
              {section.options.map(({ option_id, name }) => (
                <li key={option_id}>{name}</li>
              ))}
            </ul>
          </div>
        ) : null}
        <Disclosure title="Rubric" level={4} open={rubricOpen}>
          <Rubric rubric={section.rubric} rubric_ext={section.rubric_ext} />
        </Disclosure>
        {children}
      </Stack>
    </Panel>
  );
}
