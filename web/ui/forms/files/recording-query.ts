import { ApiError } from "../../../api/api-error.ts";
import { api } from "../../../api/client.ts";
import type { UploadState } from "../../../api/parted-upload.ts";

/** How often is asked whether a recording has been checked. */
const CHECKED_MS = 4000;

/** Asks how a recording stands, unless this tab is sending it, and again as long as it is being checked. */
export const recordingQuery = (
  key: string,
  organization_id: string | undefined,
  upload: Pick<UploadState, "kind"> | undefined,
) => ({
  ...api.file.readParts.query({ organization_id, key }),
  enabled: upload === undefined || upload.kind === "finished",
  refetchInterval: ({ state }: { readonly state: { readonly data?: { readonly status: string } | undefined } }) =>
    state.data?.status === "arrived" ? CHECKED_MS : (false as const),
});

/** Whether what was answered means that nothing is left of the recording. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
