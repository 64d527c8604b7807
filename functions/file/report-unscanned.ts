import * as z from "zod";
import { StoredFile } from "../../shared/file/file.ts";
import { audit } from "../data/audit.ts";
import { fileKeys } from "../data/keys/file.ts";
import { retryWhenRaced } from "../data/retry-when-raced.ts";
import { change } from "../data/steps.ts";
import { get, transact } from "../data/table.ts";
import { fileIdOf } from "./model/parted.ts";

/** GuardDuty's answer about one object, as EventBridge brings it. */
const ScanResult = z.object({
  detail: z.object({
    s3ObjectDetails: z.object({ objectKey: z.string(), versionId: z.string().optional() }),
    scanResultDetails: z.object({
      scanResultStatus: z.enum(["THREATS_FOUND", "UNSUPPORTED", "FAILED", "ACCESS_DENIED"]),
    }),
  }),
});

const findings = {
  THREATS_FOUND: ["infected", "file.infected"],
  UNSUPPORTED: ["locked", "file.locked"],
  FAILED: ["failed", "file.not-scanned"],
  ACCESS_DENIED: ["failed", "file.not-scanned"],
} as const;
type Finding = (typeof findings)[keyof typeof findings];

/**
 * Has the owner of an upload told that the scan found malware in it, or could not look into it: once, however often that
 * is said, and not where they were told already that it is refused.
 */
export const handler = async (event: unknown): Promise<void> => {
  const { s3ObjectDetails, scanResultDetails } = ScanResult.parse(event).detail;
  const finding = findings[scanResultDetails.scanResultStatus];
  await retryWhenRaced(() => report(s3ObjectDetails.objectKey, s3ObjectDetails.versionId, finding));
};

async function report(key: string, scannedVersion: string | undefined, [scan, type]: Finding): Promise<void> {
  const file = await get(StoredFile, fileKeys.file(key));
  if (file === undefined || file.status === "refused" || file.scan === scan) return;
  const { object_version = scannedVersion, organization_id, user_id, version } = file;
  if (object_version !== scannedVersion) return; // posted before or after what was confirmed
  await transact([
    change(fileKeys.file(key), { set: { scan } }, { where: { version } }),
    audit(type, {
      organization_id,
      actor_id: "system",
      subject_id: fileIdOf(key),
      user_id,
    }),
  ]);
}
