import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, useState, useSyncExternalStore } from "react";
import { recordingOf } from "../../../shared/file/rules.ts";
import { subscribe, uploadOf } from "../../api/parted-upload.ts";
import { useSession } from "../../session/session.tsx";
import { recordingQuery } from "../../ui/forms/files/recording-query.ts";
import { LightButton } from "../../ui/look/light.tsx";
import RecordingPlayer from "../review/recording-player.tsx";

/** Plays a learner their own recording, with its captions, once it was found good. */
export default function RecordingPreview({
  file,
  captions,
  unsent,
}: Pick<ComponentProps<typeof RecordingPlayer>, "file" | "captions"> & {
  readonly unsent: boolean;
}) {
  const { organization_id } = useSession();
  const [open, setOpen] = useState(false);
  const upload = useSyncExternalStore(subscribe, () => uploadOf(file.key));
  const asked = recordingQuery(file.key, organization_id, upload);
  const { data } = useQuery({ ...asked, enabled: unsent && asked.enabled });
  if (unsent && data?.status !== "clean") return null;
  return (
    <>
      <LightButton
        aria-expanded={open}
        aria-label={`${open ? "Close" : "Play"} ${file.name}`}
        onClick={() => setOpen(!open)}
      >
        {open ? "Close" : "Play"}
      </LightButton>
      {open ? <RecordingPlayer file={file} captions={captions} sort={recordingOf(file.name) ?? "video"} /> : null}
    </>
  );
}
