import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { acceptedFiles, partSizeOf } from "../../../../shared/file/rules.ts";
import {
  abandonUpload,
  continueUpload,
  pauseUpload,
  subscribe,
  type UploadState,
  uploadOf,
} from "../../../api/parted-upload.ts";
import { LightButton } from "../../look/light.tsx";
import { Progress } from "../../look/progress.tsx";
import { type StatusKind, StatusText } from "../../look/status-text.tsx";
import { wordsFor } from "../../words.ts";
import { FileTile } from "./file-tile.tsx";
import { isGone, recordingQuery } from "./recording-query.ts";

/** A recording that may still be coming in parts: how far it is, and what can be done about it. */
export default function RecordingTile({
  name,
  fileKey: key,
  organization_id,
  onRemove,
  captions,
}: {
  readonly name: string;
  readonly fileKey: string;
  readonly organization_id: string | undefined;
  readonly onRemove?: (() => void) | undefined;
  /** Where its captions are added; a recording that cannot be used has no room for them. */
  readonly captions: ReactNode;
}) {
  const upload = useSyncExternalStore(subscribe, () => uploadOf(key));
  const { data, error, refetch } = useQuery(recordingQuery(key, organization_id, upload));
  const finished = upload?.kind === "finished";
  useEffect(() => {
    if (finished) void refetch();
  }, [finished, refetch]);

  const [removing, setRemoving] = useState(false);
  const remove = () => {
    setRemoving(true);
    // gone already, or given up by the clock in a week
    void abandonUpload(key, { organization_id }).catch(() => undefined);
    onRemove?.();
  };
  if (removing) return null;
  const place = { organization_id };

  if (upload && !finished)
    return (
      <Coming
        name={name}
        captions={captions}
        onRemove={onRemove && remove}
        act={
          upload.kind === "sending" ? (
            <LightButton onClick={() => pauseUpload(key)}>Pause</LightButton>
          ) : (
            <LightButton onClick={() => continueUpload(key, place)}>
              {upload.kind === "waiting" ? "Continue now" : "Continue"}
            </LightButton>
          )
        }
      >
        <Sent name={name} upload={upload} />
      </Coming>
    );
  if (isGone(error))
    return (
      <Coming name={name} onRemove={onRemove}>
        <StateText kind="error">This recording wasn’t uploaded in time. Remove it and choose the file again.</StateText>
      </Coming>
    );
  switch (data?.status) {
    case "intent": {
      const arrived = data.arrived.reduce(
        (sum, { part_number }) => sum + partSizeOf(data.size, part_number, data.part_bytes),
        0,
      );
      return (
        <Coming
          name={name}
          captions={captions}
          onRemove={onRemove && remove}
          act={<Again name={name} size={data.size} onChoose={(file) => continueUpload(key, { ...place, file })} />}
        >
          <StateText kind="stopped">{`${percentOf(arrived / data.size)} is uploaded. Choose the same file again to continue.`}</StateText>
        </Coming>
      );
    }
    case "arrived":
      return (
        <Coming name={name} captions={captions} onRemove={onRemove}>
          <StateText kind="pending">The recording is uploaded. We’re checking it.</StateText>
        </Coming>
      );
    case "refused":
      return (
        <Coming name={name} onRemove={onRemove}>
          <StateText kind="error">{data.reason ?? "We can’t use this file."}</StateText>
        </Coming>
      );
    default:
      return (
        <>
          <FileTile name={name} fileKey={key} onRemove={onRemove} />
          {finished && data ? <StateText kind="success">The recording is ready to be submitted.</StateText> : null}
          {captions}
        </>
      );
  }
}

/** A recording that is not there yet, with what is said of it and what can be done. */
function Coming({
  name,
  act,
  onRemove,
  captions,
  children,
}: {
  readonly name: string;
  readonly captions?: ReactNode;
  /** What can be done besides removing it. */
  readonly act?: ReactNode;
  readonly onRemove: (() => void) | undefined;
  readonly children: ReactNode;
}) {
  return (
    <>
      <div className="upload">
        <b>{name}</b>
        {children}
        <div className="light-row">
          {act}
          {onRemove ? (
            <LightButton aria-label={`Remove ${name}`} onClick={onRemove}>
              Remove
            </LightButton>
          ) : null}
        </div>
      </div>
      {captions}
    </>
  );
}

function StateText({ kind, children }: { readonly kind: StatusKind; readonly children: ReactNode }) {
  return (
    <span role={kind === "error" ? "alert" : "status"}>
      <StatusText kind={kind}>{children}</StatusText>
    </span>
  );
}

const percentOf = (share: number) => `${Math.floor(share * 100)}%`;

/** How far it is; the bar says its quarters to the ear, and no more. */
function Sent({ name, upload: { kind, share, error } }: { readonly name: string; readonly upload: UploadState }) {
  switch (kind) {
    case "sending":
      return <Progress label={`Uploading ${name}`} share={share} />;
    case "waiting":
      return (
        <StateText kind="warning">{`The connection was lost at ${percentOf(share)}. The upload continues when it’s back.`}</StateText>
      );
    case "failed":
      return <StateText kind="error">{wordsFor(error)}</StateText>;
    default:
      return <StateText kind="stopped">{`Paused at ${percentOf(share)}.`}</StateText>;
  }
}

/** After a closed lid or in another window: the browser has forgotten the file, the storage not what has arrived. */
function Again({
  name,
  size,
  onChoose,
}: {
  readonly name: string;
  readonly size: number;
  readonly onChoose: (file: File) => void;
}) {
  const [fault, setFault] = useState<string>();
  const chooser = useRef<HTMLInputElement>(null);
  const choose = (file: File | undefined) => {
    if (file === undefined) return;
    const isSame = file.name === name && file.size === size;
    setFault(isSame ? undefined : `This is another file. Choose “${name}” as it was, or remove it.`);
    if (isSame) onChoose(file);
  };
  return (
    <>
      {fault ? <StateText kind="error">{fault}</StateText> : null}
      <input
        ref={chooser}
        className="visually-hidden"
        type="file"
        accept={acceptedFiles("submissions")}
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          choose(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
      <LightButton aria-label={`Choose ${name} again`} onClick={() => chooser.current?.click()}>
        Choose file again
      </LightButton>
    </>
  );
}
