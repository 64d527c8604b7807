import { type ReactNode, type Ref, useState } from "react";
import type { JobSection } from "../../../shared/review/job-views.ts";
import { Disclosure, Panel, Stack } from "../../ui/look/panel.tsx";
import { RichText } from "../../ui/look/rich-text.tsx";
import { linesOf } from "./changes.ts";
import { FilePreview } from "./file-preview.tsx";
import { Marked } from "./grading/marked.tsx";

/** What is new in a list since the round before, and what is gone from it. */
function compared<Thing>(now: readonly Thing[], before: readonly Thing[] | undefined, idOf: (thing: Thing) => string) {
  const ids = new Set(now.map(idOf));
  const former = before && new Set(before.map(idOf));
  return {
    isNew: (thing: Thing) => former !== undefined && !former.has(idOf(thing)),
    gone: before?.filter((thing) => !ids.has(idOf(thing))) ?? [],
  };
}

const itself = (text: string) => text;

/** A mark on what the learner added or took away since the round before. */
function Mark({ removed = false }: { readonly removed?: boolean }) {
  return <span className={removed ? "work-mark work-mark-gone" : "work-mark"}>{removed ? "Removed" : "New"}</span>;
}

type WorkedSection = Pick<JobSection, "title" | "description" | "options" | "status" | "work" | "former">;

/** What a learner handed in for one section: the text, links, files and choices, with what changed since the last round. */
export function SectionWork({
  section,
  number,
  round,
  heading,
  promptOpen = false,
}: {
  readonly section: WorkedSection;
  readonly number: number;
  readonly round: number;
  readonly heading: Ref<HTMLHeadingElement>;
  /** What was asked for is shown without a click. */
  readonly promptOpen?: boolean;
}) {
  const { work, former } = section;
  const revised = round > 1 && section.status === "submitted" && former !== undefined;
  return (
    <Panel
      title={
        <span ref={heading} tabIndex={-1} className="work-heading">
          {number}. {section.title}
        </span>
      }
      description={revised ? "Revised since your last review. Changes are marked." : undefined}
    >
      <Stack gap="l">
        <Disclosure title="Prompt" open={promptOpen}>
          <RichText html={section.description} />
        </Disclosure>
        {work === undefined ? (
          <p className="job-soft">Nothing submitted for this section.</p>
        ) : (
          <Handed section={section} work={work} former={revised ? former : undefined} />
        )}
      </Stack>
    </Panel>
  );
}

type Work = NonNullable<JobSection["work"]>;

function Handed({
  section,
  work,
  former,
}: {
  readonly section: Pick<JobSection, "options">;
  readonly work: Work;
  readonly former: Work | undefined;
}) {
  const links = compared(work.links, former?.links, itself);
  const files = compared(work.attachments, former?.attachments, ({ key }) => key);
  const choices = compared(work.options, former?.options, itself);
  const empty = !work.response && work.links.length === 0 && work.attachments.length === 0 && work.options.length === 0;
  return (
    <Stack gap="l">
      {empty ? <p className="job-soft">Nothing submitted for this section.</p> : null}
      {work.response || former?.response ? <ResponseText now={work.response} before={former?.response} /> : null}
      {section.options.length > 0 ? (
        <Part title="Choice">
          <ul className="work-choices">
            {section.options.map(({ option_id, name }) => {
              const picked = work.options.includes(option_id);
              return (
                <li key={option_id} className={picked ? "work-picked" : "work-unpicked"}>
                  <span aria-hidden="true">{picked ? "●" : "○"}</span> {name}
                  <span className="visually-hidden">{picked ? " (picked)" : " (not selected)"}</span>{" "}
                  {picked && choices.isNew(option_id) ? <Mark /> : null}
                  {choices.gone.includes(option_id) ? <Mark removed /> : null}
                </li>
              );
            })}
          </ul>
        </Part>
      ) : null}
      {work.links.length + links.gone.length > 0 ? (
        <Part title="Links">
          <ul className="work-list">
            {work.links.map((link) => (
              <li key={link}>
                <a href={link} target="_blank" rel="noopener noreferrer">
                  {link}
                  <span className="visually-hidden"> (opens in a new tab)</span>
                </a>{" "}
                {links.isNew(link) ? <Mark /> : null}
              </li>
            ))}
            {links.gone.map((link) => (
              <li key={link}>
                <del>{link}</del> <Mark removed />
              </li>
            ))}
          </ul>
        </Part>
      ) : null}
      {work.attachments.length + files.gone.length > 0 ? (
        <Part title="Files">
          <ul className="work-list work-files">
            {work.attachments.map((file) => (
              <li key={file.key}>
                <FilePreview
                  file={file}
                  captions={work.attachments.find(({ captions_of }) => captions_of === file.key)}
                  mark={files.isNew(file) ? <Mark /> : null}
                />
              </li>
            ))}
            {files.gone.map(({ key, name }) => (
              <li key={key}>
                <del>{name}</del> <Mark removed />
              </li>
            ))}
          </ul>
        </Part>
      ) : null}
    </Stack>
  );
}

function Part({
  title,
  actions,
  children,
}: {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className="work-part">
      <div className="work-part-head">
        <h3>{title}</h3>
        {actions}
      </div>
      {children}
    </section>
  );
}

function ResponseText({ now, before }: { readonly now: string; readonly before: string | undefined }) {
  const changed = before !== undefined && before !== now;
  const [marked, setMarked] = useState(true);
  return (
    <Part
      title="Response"
      actions={
        changed ? (
          <label className="light-check">
            <input type="checkbox" checked={marked} onChange={({ target }) => setMarked(target.checked)} />
            Show changes
          </label>
        ) : before === undefined ? null : (
          <span className="job-soft">Unchanged since your last review</span>
        )
      }
    >
      {changed && marked ? <Marked before={linesOf(before)} now={linesOf(now)} /> : <RichText html={now} />}
    </Part>
  );
}
