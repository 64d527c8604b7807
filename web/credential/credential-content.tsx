import { type ReactNode, useState } from "react";
import type { Credential, Section } from "../../shared/credential/credential.ts";
import type { CredentialPart } from "../../shared/credential/rules.ts";
import { SectionCard } from "../content/credential/section-card.tsx";
import { FileTile } from "../ui/forms/files/file-tile.tsx";
import { counted } from "../ui/look/format.ts";
import { Panel, PanelHeader, Stack } from "../ui/look/panel.tsx";
import { RichText } from "../ui/look/rich-text.tsx";
import { SkillTags } from "../ui/look/skill-tags.tsx";
import "../content/credential/credential.css";

/** The way to change a part, at the right of its card's title; nothing where it may not be changed. */
export type EditLink = (part: CredentialPart, what: string) => ReactNode;

/** What a credential asks for, as everybody reads it: description, scoring, resources, and every section with its rubric. */
export function CredentialContent({
  credential,
  edit = () => undefined,
  sectionEditor,
  onRemoveSection,
}: {
  readonly credential: Pick<
    Credential,
    "credential_details" | "scores_and_submissions" | "reviewer_criteria" | "review_time"
  >;
  readonly edit?: EditLink;
  /** What stands in place of a section while it is edited; without it sections are only read. */
  readonly sectionEditor?: ((section_id: string, close: () => void) => ReactNode) | undefined;
  /** Of who may delete sections of it. */
  readonly onRemoveSection?: ((section: Section) => void) | undefined;
}) {
  const [editing, setEditing] = useState<Section>();
  const { credential_details: details, reviewer_criteria: criteria } = credential;
  const { sections } = credential.scores_and_submissions;
  const isEdited = ({ section_id }: Section) => section_id === editing?.section_id;
  // one that somebody else has deleted meanwhile stays, with what is typed in it
  const shown = editing && !sections.some(isEdited) ? [...sections, editing] : sections;
  return (
    <Stack gap="l">
      <Panel title="What you’ll do" actions={edit("details", "description")}>
        <Stack gap="m">
          <RichText html={details.description} />
          {criteria && criteria.skills.length > 0 ? (
            <div>
              <p className="section-choices">Reviewed by someone with these skills</p>
              <SkillTags skills={criteria.skills} />
            </div>
          ) : null}
        </Stack>
      </Panel>
      <Panel title="How it’s scored" actions={edit("details", "score description")}>
        <RichText html={details.score_description} />
      </Panel>
      <Panel title="Resources" actions={edit("details", "resources")}>
        <Stack gap="m">
          <RichText html={details.credential_resources} />
          {details.attachments.length > 0 ? (
            <ul className="credential-files">
              {details.attachments.map(({ key, name }) => (
                <li key={key}>
                  <FileTile name={name} fileKey={key} />
                </li>
              ))}
            </ul>
          ) : null}
        </Stack>
      </Panel>
      <section aria-labelledby="credential-sections">
        <Stack gap="m">
          <PanelHeader
            title={<span id="credential-sections">Scores and submissions</span>}
            counter={`(${sections.length})`}
            description={
              sections.length > 0 ? `${counted(sections.length, "section")}, each with its own rubric.` : undefined
            }
            actions={edit("sections", "sections")}
          />
          {sections.length === 0 ? <p>No sections yet.</p> : null}
          {shown.map((section, index) =>
            sectionEditor && isEdited(section) ? (
              <div key={section.section_id}>{sectionEditor(section.section_id, () => setEditing(undefined))}</div>
            ) : (
              <SectionCard
                key={section.section_id}
                section={section}
                number={index + 1}
                edit={
                  <span className="credential-actions">
                    {sectionEditor ? (
                      <button
                        type="button"
                        className="light-inline"
                        aria-label={`Edit section ${index + 1}`}
                        disabled={editing !== undefined}
                        onClick={() => setEditing(section)}
                      >
                        Edit
                      </button>
                    ) : null}
                    {onRemoveSection && sections.length > 1 ? (
                      <button
                        type="button"
                        className="light-inline"
                        aria-label={`Delete section ${index + 1}`}
                        disabled={editing !== undefined}
                        onClick={() => onRemoveSection(section)}
                      >
                        Delete
                      </button>
                    ) : null}
                  </span>
                }
              />
            ),
          )}
        </Stack>
      </section>
    </Stack>
  );
}
