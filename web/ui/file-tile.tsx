import Button from "@cloudscape-design/components/button";
import { useState } from "react";
import { api } from "../api/client.ts";
import { queries } from "../api/queries.ts";
import { flash } from "./flash.ts";
import { wordsFor } from "./words.ts";

const kinds: Readonly<Record<string, readonly [kind: string, label: string]>> = {
  xls: ["sheet", "Spreadsheet"],
  xlsx: ["sheet", "Spreadsheet"],
  doc: ["text", "Document"],
  docx: ["text", "Document"],
  ppt: ["slides", "Presentation"],
  pptx: ["slides", "Presentation"],
  pdf: ["pdf", "PDF"],
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
  const [busy, setBusy] = useState(false);
  const extension = name.split(".").at(-1)?.toLowerCase() ?? "";
  const [kind, label] = kinds[extension] ?? ["other", "File"];
  const open = async () => {
    if (!fileKey) return;
    setBusy(true);
    try {
      const { url } = await queries.fetchQuery({ ...api.file.download.query({ key: fileKey }), staleTime: 0 });
      location.assign(url);
    } catch (error) {
      flash("error", wordsFor(error));
    } finally {
      setBusy(false);
    }
  };
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
        <button type="button" className="file-name" disabled={busy || !fileKey} onClick={open}>
          {name}
        </button>
      )}
      {onRemove ? <Button variant="icon" iconName="close" ariaLabel={`Remove ${name}`} onClick={onRemove} /> : null}
    </div>
  );
}
