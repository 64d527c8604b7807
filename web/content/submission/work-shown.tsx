import { lazy, Suspense } from "react";
import { recordingOf } from "../../../shared/file/rules.ts";
import { isBlank } from "../../../shared/http/text.ts";
import type { SubmissionSection } from "../../../shared/submission/submission-views.ts";
import { useSession } from "../../session/session.tsx";
import { AttachmentTile } from "../../ui/forms/files/attachment-tile.tsx";
import { FileTile } from "../../ui/forms/files/file-tile.tsx";
import { Stack } from "../../ui/look/panel.tsx";
import { RichText } from "../../ui/look/rich-text.tsx";
import "./work.css";

const RecordingPreview = lazy(() => import("./recording-preview.tsx"));

/** What was answered to a section, to be read. */
export function WorkShown({
  section,
  unsent,
}: {
  readonly section: Pick<SubmissionSection, "work" | "options">;
  /** It is not handed in yet: a recording may still be coming. */
  readonly unsent?: boolean;
}) {
  const { organization_id } = useSession(); // a learner's own uploads are asked for in theirs, whoever issues
  const { response, links, attachments, options } = section.work;
  const picked = section.options.filter(({ option_id }) => options.includes(option_id));
  const empty = isBlank(response) && links.length === 0 && attachments.length === 0 && picked.length === 0;
  if (empty) return <p className="work-soft">No answer yet.</p>;
  return (
    <Stack gap="m">
      {picked.length > 0 ? (
        <div>
          <p className="work-label">Your choice</p>
          <ul className="work-list">
            {picked.map(({ option_id, name }) => (
              <li key={option_id}>{name}</li>
            ))}
          </ul>
        </div>
      ) : null}
      {isBlank(response) ? null : (
        <div>
          <p className="work-label">Response</p>
          <RichText html={response} />
        </div>
      )}
      {links.length > 0 ? (
        <div>
          <p className="work-label">Links</p>
          <ul className="work-list">
            {links.map((link) => (
              <li key={link}>
                <a className="work-link" href={link} target="_blank" rel="noopener noreferrer">
                  {link}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {attachments.length > 0 ? (
        <div>
          <p className="work-label">Attachments</p>
          <div className="work-files">
            {attachments.map(({ key, name, captions_of }) => {
              if (captions_of !== undefined) return null; // beside its recording
              if (recordingOf(name) === undefined) return <FileTile key={key} name={name} fileKey={key} />;
              const captions = attachments.find((other) => other.captions_of === key);
              const recording = { name, fileKey: key, captions };
              return (
                <div key={key} className="recording-entry">
                  {unsent ? (
                    <AttachmentTile {...recording} organization_id={organization_id} />
                  ) : (
                    <>
                      <FileTile name={name} fileKey={key} />
                      {captions ? <FileTile name={captions.name} fileKey={captions.key} /> : null}
                    </>
                  )}
                  <Suspense>
                    <RecordingPreview file={{ key, name }} captions={captions} unsent={unsent === true} />
                  </Suspense>
                </div>
              );
            })}
          </div>
        </div>
      ) : null}
    </Stack>
  );
}
