import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense } from "react";
import { api } from "../../api/client.ts";
import { readStoredText } from "../../api/stored-text.ts";
import { useSession } from "../../session/session.tsx";
import { FileTile } from "../../ui/forms/files/file-tile.tsx";
import { wordsFor } from "../../ui/words.ts";

const RecordingPlayer = lazy(() => import("./recording-player.tsx"));

/** What the page shows of a file beside its name; everything else opens where it belongs. */
const previews: Readonly<Record<string, "picture" | "text" | "video" | "audio">> = {
  png: "picture",
  jpg: "picture",
  jpeg: "picture",
  txt: "text",
  mp4: "video",
  mov: "video",
  webm: "video",
  m4a: "audio",
  mp3: "audio",
};
const textBytesMax = 200_000;

/** A file of the learner's: its tile to download it, and beneath it what can be shown at once. */
export function FilePreview({
  file,
  captions,
  mark,
}: Shown & {
  /** Of a recording. */
  readonly captions?: Shown["file"] | undefined;
  readonly mark?: ReactNode;
}) {
  const kind = previews[file.name.split(".").at(-1)?.toLowerCase() ?? ""];
  return (
    <div className="file-preview">
      <span className="file-preview-head">
        <FileTile name={file.name} fileKey={file.key} /> {mark}
      </span>
      {kind === "video" || kind === "audio" ? (
        <Suspense fallback={<div className={`recording recording-${kind}`} aria-busy="true" />}>
          <RecordingPlayer file={file} captions={captions} sort={kind} />
        </Suspense>
      ) : null}
      {kind === "picture" ? <PicturePreview file={file} /> : kind === "text" ? <TextPreview file={file} /> : null}
    </div>
  );
}

/** The link lives for a minute, the preview it gave as long as the page. */
const once = { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

interface Shown {
  readonly file: { readonly key: string; readonly name: string };
}

function PicturePreview({ file }: Shown) {
  const { organization_id } = useSession();
  const link = useQuery({ ...api.file.download.query({ key: file.key, organization_id }), ...once });
  if (link.isError) return <p className="job-soft">No preview: {wordsFor(link.error)}</p>;
  return (
    <div className="preview-picture">
      {link.data ? <img src={link.data.url} alt={`Preview of ${file.name}`} /> : null}
    </div>
  );
}

function TextPreview({ file }: Shown) {
  const { organization_id } = useSession();
  const link = useQuery({ ...api.file.download.query({ key: file.key, organization_id }), ...once });
  const { url = "", size = 0 } = link.data ?? {};
  const text = useQuery({
    queryKey: ["file", "text", file.key],
    queryFn: ({ signal }) => readStoredText(url, signal),
    enabled: link.isSuccess && size <= textBytesMax,
    ...once,
  });
  const error = link.error ?? text.error;
  if (error) return <p className="job-soft">No preview: {wordsFor(error)}</p>;
  if (size > textBytesMax) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <pre className="preview-text" tabIndex={0}>
      {text.data ?? "Loading …"}
    </pre>
  );
}
