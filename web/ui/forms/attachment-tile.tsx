import { type ComponentProps, lazy, Suspense } from "react";
import { recordingOf } from "../../../shared/file/rules.ts";
import { FileTile } from "./file-tile.tsx";

const RecordingTile = lazy(() => import("./recording-tile.tsx"));

/** A file of work that is not handed in yet: a recording may still be coming, and says so. */
export function AttachmentTile({
  organization_id,
  ...tile
}: {
  readonly name: string;
  readonly fileKey: string;
  readonly organization_id: string | undefined;
  readonly onRemove?: ComponentProps<typeof FileTile>["onRemove"];
}) {
  if (recordingOf(tile.name) === undefined) return <FileTile {...tile} />;
  return (
    <Suspense fallback={<FileTile {...tile} />}>
      <RecordingTile {...tile} organization_id={organization_id} />
    </Suspense>
  );
}
