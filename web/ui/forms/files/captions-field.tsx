import { useRef, useState } from "react";
import type { Attachment } from "../../../../shared/credential/parts.ts";
import { captionsFault } from "../../../../shared/file/rules.ts";
import { upload } from "../../../api/upload.ts";
import { Progress } from "../../look/progress.tsx";
import { StatusText } from "../../look/status-text.tsx";
import { wordsFor } from "../../words.ts";
import { ReasonedButton } from "../reasoned-button.tsx";
import { captionsInWords } from "./captions.ts";
import { FileTile } from "./file-tile.tsx";

/** The captions of a recording: one WebVTT file, or none yet. */
export default function CaptionsField({
  recording,
  organization_id,
  captions,
  onCaptions,
  isFull = false,
}: {
  /** The name of the recording. */
  readonly recording: string;
  readonly organization_id: string | undefined;
  readonly captions?: Attachment | undefined;
  /** Hears of captions that were added, or of none when they were removed; without it they are only read. */
  readonly onCaptions?: ((captions: Attachment | undefined) => void) | undefined;
  /** No further file may be added. */
  readonly isFull?: boolean | undefined;
}) {
  const chooser = useRef<HTMLInputElement>(null);
  const [sending, setSending] = useState<{ readonly name: string; readonly share: number }>();
  const [fault, setFault] = useState<string>();
  const latest = useRef(onCaptions);
  latest.current = onCaptions;
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    const refused = captionsFault(file);
    setFault(refused);
    if (refused) return;
    const { name, type } = file;
    setSending({ name, share: 0 });
    try {
      const onProgress = (share: number) => setSending({ name, share });
      const key = await upload(file, {
        folder: "submissions",
        ...(organization_id && { organization_id }),
        onProgress,
      });
      latest.current?.({ key, name, type });
    } catch (error) {
      setFault(wordsFor(error));
    }
    setSending(undefined);
  };
  if (captions)
    return (
      <div className="captions">
        <span className="light-hint">{captionsInWords(captions.name)}</span>
        <FileTile name={captions.name} fileKey={captions.key} onRemove={onCaptions && (() => onCaptions(undefined))} />
      </div>
    );
  if (onCaptions === undefined) return null;
  return (
    <div className="captions">
      {fault ? (
        <span role="alert">
          <StatusText kind="error">{fault}</StatusText>
        </span>
      ) : null}
      {sending ? <Progress label={`Uploading ${sending.name}`} share={sending.share} /> : null}
      <input
        ref={chooser}
        className="visually-hidden"
        type="file"
        accept=".vtt"
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          void choose(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
      <ReasonedButton
        reason={isFull ? "No more files can be added." : sending ? "Your captions are being uploaded." : undefined}
        aria-label={`Add captions to ${recording}`}
        onClick={() => chooser.current?.click()}
      >
        Add captions
      </ReasonedButton>
      <span className="light-hint">WebVTT (.vtt), up to 1 MB. A name such as lesson.en.vtt tells the language.</span>
    </div>
  );
}
