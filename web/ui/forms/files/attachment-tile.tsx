import { type ComponentProps, lazy, Suspense } from "react";
import { recordingOf } from "../../../../shared/file/rules.ts";
import type CaptionsField from "./captions-field.tsx";
import { FileTile } from "./file-tile.tsx";

const RecordingTile = lazy(() => import("./recording-tile.tsx"));
const Captions = lazy(() => import("./captions-field.tsx"));

/** A file of work that is not handed in yet: a recording may still be coming, and says so, and may have captions. */
export function AttachmentTile({
  organization_id,
  captions,
  onCaptions,
  isFull,
  ...tile
}: {
  readonly name: string;
  readonly fileKey: string;
  readonly organization_id: string | undefined;
  readonly onRemove?: ComponentProps<typeof FileTile>["onRemove"];
} & Pick<ComponentProps<typeof CaptionsField>, "captions" | "onCaptions" | "isFull">) {
  if (recordingOf(tile.name) === undefined) return <FileTile {...tile} />;
  return (
    <div className="recording-entry">
      <Suspense fallback={<FileTile {...tile} />}>
        <RecordingTile
          {...tile}
          organization_id={organization_id}
          captions={
            <Captions
              recording={tile.name}
              organization_id={organization_id}
              captions={captions}
              onCaptions={onCaptions}
              isFull={isFull}
            />
          }
        />
      </Suspense>
    </div>
  );
}
