import { useEffect, useRef, useState } from "react";
import {
  acceptedFiles,
  type Folder,
  fileFault,
  partBytes,
  recordingFault,
  recordingOf,
  recordingsMax,
} from "../../../../shared/file/rules.ts";
import { ApiError } from "../../../api/api-error.ts";
import { upload } from "../../../api/upload.ts";
import { LightButton } from "../../look/light.tsx";
import { Icon } from "../../look/pictures/icon.tsx";
import { Progress } from "../../look/progress.tsx";
import { StatusText } from "../../look/status-text.tsx";
import { wordsFor } from "../../words.ts";
import { LightGroup } from "../light-group.tsx";
import { type FieldProps, useField } from "../use-field.ts";
import { AttachmentTile } from "./attachment-tile.tsx";
import { FileTile } from "./file-tile.tsx";

/** A stored file as forms and attachments carry it. */
export interface StoredFile {
  readonly key: string;
  readonly name: string;
  readonly type?: string | undefined;
  /** Of captions: the key of their recording. */
  readonly captions_of?: string | undefined;
}

interface UnderWay {
  readonly id: number;
  readonly file: File;
  readonly share: number;
  readonly fault?: string;
  /** It stopped because the connection was lost: it goes on by itself when it is back. */
  readonly lost?: boolean;
  /** The file itself is refused: to send it again would change nothing. */
  readonly final?: boolean;
}

const finalCodes: ReadonlySet<string> = new Set(["file.not-allowed", "file.refused"]);
let count = 0;

/**
 * Files, uploaded as soon as they are chosen, with progress; a failed one can be sent again. The value is a list of
 * {@link StoredFile}, at most `countMax` (1 unless told).
 */
export function FileField(
  props: FieldProps & {
    /** Folder of the file storage, as file.upload knows it. */
    readonly folder: Folder;
    readonly organization_id?: string;
    readonly countMax?: number;
    /** The submission whose work the files are: large recordings come in parts then. */
    readonly application_id?: string | undefined;
  },
) {
  const { value, set, ...field } = useField<readonly StoredFile[] | null | undefined>(props);
  const [underWay, setUnderWay] = useState<readonly UnderWay[]>([]);
  const [arrived, setArrived] = useState("");
  const chooser = useRef<HTMLInputElement>(null);
  const stored = value ?? [];
  const latest = useRef(stored); // files that arrive together are added one after the other, before this is drawn again
  latest.current = stored;
  const countMax = props.countMax ?? 1;
  const change = (id: number, to: Partial<UnderWay>) =>
    setUnderWay((all) => all.map((one) => (one.id === id ? { ...one, ...to } : one)));

  const { application_id, folder, organization_id } = props;
  const comesInParts = ({ name, size }: File) =>
    application_id !== undefined && recordingOf(name) !== undefined && size > partBytes;
  const begin = async (file: File, id: number): Promise<string> => {
    if (application_id === undefined || !comesInParts(file))
      return upload(file, { folder, organization_id, onProgress: (share) => change(id, { share }) });
    const { beginUpload } = await import("../../../api/parted-upload.ts");
    return beginUpload(file, { application_id, organization_id });
  };
  const send = async (file: File, id: number) => {
    change(id, { share: 0, fault: undefined, lost: false } as Partial<UnderWay>);
    const fault = comesInParts(file) ? recordingFault(file) : fileFault(folder, file);
    if (fault) return change(id, { fault, final: true });
    try {
      const key = await begin(file, id);
      setUnderWay((all) => all.filter((one) => one.id !== id));
      latest.current = [...latest.current, { key, name: file.name, type: file.type }].slice(-countMax);
      set(latest.current);
      if (!comesInParts(file)) setArrived(`${file.name} is uploaded.`);
    } catch (error) {
      const code = error instanceof ApiError ? error.code : "";
      change(id, { fault: wordsFor(error), lost: code === "network.lost", final: finalCodes.has(code) });
    }
  };
  const resume = useRef(() => {});
  resume.current = () => {
    for (const { id, file, lost } of underWay) if (lost) void send(file, id);
  };
  useEffect(() => {
    const again = () => resume.current();
    addEventListener("online", again);
    return () => removeEventListener("online", again);
  }, []);
  const start = (files: readonly File[]) => {
    const coming = underWay.filter(({ final }) => !final).length;
    const room = countMax > 1 ? countMax - stored.length - coming : 1;
    const isRecording = ({ name }: { readonly name: string }) => recordingOf(name) !== undefined;
    let recordings = [...stored, ...underWay.filter(({ final }) => !final).map(({ file }) => file)].filter(
      isRecording,
    ).length;
    for (const [index, file] of files.entries()) {
      const id = ++count;
      const isOneTooMany = application_id !== undefined && isRecording(file) && ++recordings > recordingsMax;
      const most = index >= room ? `${countMax} files` : isOneTooMany ? `${recordingsMax} recordings` : undefined;
      const left = most !== undefined && { fault: `Not added. You can add up to ${most}.`, final: true };
      setUnderWay((all) => [...all, { id, file, share: 0, ...left }]);
      if (!left) void send(file, id);
    }
  };

  return (
    <LightGroup {...props} error={field.error}>
      <div className="uploads">
        {stored.map((file) => {
          if (file.captions_of !== undefined) return null; // beside its recording
          const without = (key: string) =>
            latest.current.filter((other) => other.key !== key && other.captions_of !== key);
          const remove = () => set(without(file.key));
          const tile = { name: file.name, fileKey: file.key, onRemove: props.readOnly ? undefined : remove };
          if (application_id === undefined) return <FileTile key={file.key} {...tile} />;
          const captions = stored.find(({ captions_of }) => captions_of === file.key);
          const withCaptions = (added: StoredFile | undefined) => {
            const others = captions ? without(captions.key) : latest.current;
            latest.current = added ? [...others, { ...added, captions_of: file.key }] : others;
            set(latest.current);
          };
          return (
            <AttachmentTile
              key={file.key}
              {...tile}
              organization_id={organization_id}
              captions={captions}
              onCaptions={props.readOnly ? undefined : withCaptions}
              isFull={stored.length >= countMax}
            />
          );
        })}
        <span className="visually-hidden" role="status">
          {arrived}
        </span>
        {underWay.map(({ id, file, share, fault, final }) => (
          <div key={id} className="upload">
            <b>{file.name}</b>
            {fault ? (
              <>
                <span role="alert">
                  <StatusText kind="error">{fault}</StatusText>
                </span>
                <LightButton
                  onClick={() =>
                    final ? setUnderWay((all) => all.filter((one) => one.id !== id)) : void send(file, id)
                  }
                >
                  {final ? "Dismiss" : "Send again"}
                </LightButton>
              </>
            ) : (
              <Progress label={`Uploading ${file.name}`} share={share} />
            )}
          </div>
        ))}
        <input
          ref={chooser}
          className="visually-hidden"
          type="file"
          accept={acceptedFiles(props.folder)}
          multiple={countMax > 1}
          tabIndex={-1}
          aria-hidden="true"
          onChange={(event) => {
            start([...(event.target.files ?? [])]);
            event.target.value = "";
          }}
        />
        {props.readOnly ? null : (
          <LightButton
            ref={field.ref}
            disabled={props.disabled || (countMax > 1 && stored.length >= countMax)}
            onClick={() => chooser.current?.click()}
          >
            <Icon name="upload" />
            {countMax > 1 ? "Choose files" : stored.length > 0 ? "Replace file" : "Choose file"}
          </LightButton>
        )}
      </div>
    </LightGroup>
  );
}
