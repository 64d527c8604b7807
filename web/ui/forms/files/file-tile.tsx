import { api } from "../../../api/client.ts";
import { queries } from "../../../api/queries.ts";
import { flash } from "../../dialogs/flash.ts";
import { Icon } from "../../look/pictures/icon.tsx";
import { unforeseen, useSubmit } from "../use-submit.ts";

const kinds: Readonly<Record<string, readonly [kind: string, label: string]>> = {
  xls: ["sheet", "Spreadsheet"],
  xlsx: ["sheet", "Spreadsheet"],
  doc: ["text", "Document"],
  docx: ["text", "Document"],
  ppt: ["slides", "Presentation"],
  pptx: ["slides", "Presentation"],
  pdf: ["pdf", "PDF"],
  mp4: ["slides", "Video"],
  mov: ["slides", "Video"],
  webm: ["slides", "Video"],
  m4a: ["slides", "Audio"],
  mp3: ["slides", "Audio"],
};

/** A file with the icon of its extension, a download link, and a way to remove it where that is allowed. */
export function FileTile({
  name,
  fileKey,
  href,
  onRemove,
}: {
  readonly name: string;
  /** The stored object's key; asked for a link of one minute when somebody wants the file. */
  readonly fileKey?: string | undefined;
  /** A link that is already there. */
  readonly href?: string | undefined;
  readonly onRemove?: (() => void) | undefined;
}) {
  const extension = name.split(".").at(-1)?.toLowerCase() ?? "";
  const [kind, label] = kinds[extension] ?? ["other", "File"];
  const opening = useSubmit({
    send: (key: string) => queries.fetchQuery({ ...api.file.download.query({ key }), staleTime: 0 }),
    onDone: ({ url }) => location.assign(url),
    explain: (error) => void flash("error", unforeseen(error)),
  });
  return (
    <div className="file-tile">
      <span className={`file-icon file-icon-${kind}`} role="img" aria-label={label}>
        {(extension || "file").slice(0, 4).toUpperCase()}
      </span>
      {href ? (
        <a className="file-name" href={href} download={name}>
          {name}
        </a>
      ) : (
        <button
          type="button"
          className="file-name"
          disabled={opening.pending || !fileKey}
          onClick={() => fileKey && void opening.submit(fileKey)}
        >
          {name}
        </button>
      )}
      {onRemove ? (
        <button type="button" className="light-icon" aria-label={`Remove ${name}`} onClick={onRemove}>
          <Icon name="cross" />
        </button>
      ) : null}
    </div>
  );
}
