import type * as z from "zod";
import type { Attachment } from "../../../shared/credential/parts.ts";
import type { SupportAttachmentInput } from "../../../shared/credential/steps.ts";
import { type FileUse, fileKey, type StoredFile } from "../../../shared/file/file.ts";
import { extensionOf, fileFault, fileTypes } from "../../../shared/file/rules.ts";
import { Problem } from "../../../shared/http/problem.ts";
import type { Actor } from "../../chain/actor.ts";
import { newId, now } from "../../data/ids.ts";
import { fileKeys } from "../../data/keys/file.ts";
import { create, put, remove, type Step } from "../../data/steps.ts";
import { requireCleanFile } from "../../file/model/clean.ts";
import { contentFault } from "../../file/model/content.ts";
import { clock } from "../../runtime/clock.ts";
import type { StoredCredential, StoredCriteria, StoredDetails } from "./record.ts";

/** The parts of a credential that hold uploads. */
interface Holding {
  readonly details?: StoredDetails;
  readonly criteria?: StoredCriteria;
}

/** The uploads that a credential holds: what applicants get and what reviewers get. */
const filesIn = ({ details, criteria }: Holding): string[] => [
  ...(details?.attachments ?? []).map(({ key }) => key),
  ...(criteria?.support_attachment ? [criteria.support_attachment.key] : []),
];

/** The steps that tell each upload whether the credential holds it, as far as that changes from `before` to `after`. */
export function fileUseSteps(
  { cred_id, organization_id }: Pick<StoredCredential, "cred_id" | "organization_id">,
  before: Holding,
  after: Holding,
): Step[] {
  const [held, holds] = [filesIn(before), filesIn(after)];
  const added = holds.filter((key) => !held.includes(key));
  return [
    ...[...new Set(added)].map((key) =>
      put(fileKeys.fileUse(key, cred_id), { cred_id, organization_id } satisfies FileUse),
    ),
    ...[...new Set(held)].filter((key) => !holds.includes(key)).map((key) => remove(fileKeys.fileUse(key, cred_id))),
  ];
}

/** The attachments as they are stored: those there already kept, new ones the actor's own clean uploads. */
export const cleanAttachments = (
  sent: readonly Attachment[],
  stored: readonly Attachment[],
  { user_id }: Actor,
): Promise<Attachment[]> =>
  Promise.all(
    sent.map(async ({ key }) => {
      const known = stored.find((each) => each.key === key);
      if (known) return known;
      const { name, type } = await requireCleanFile(key, user_id, "resources");
      return { key, name, type };
    }),
  );

type SupportFile = StoredCriteria["support_attachment"];

/** A file sent within the call itself: checked as an upload is, kept beside the uploads, with the step that records it. */
async function keepSent(name: string, base64: string, actor: Actor): Promise<{ file: SupportFile; steps: Step[] }> {
  const bytes = Buffer.from(base64.slice(base64.indexOf(",") + 1), "base64");
  const fault = fileFault("support", { name, size: bytes.length }) ?? contentFault(name, bytes);
  const extension = extensionOf(name);
  if (fault !== undefined || extension === undefined)
    throw new Problem("file.refused", {
      message: fault,
      fields: { "reviewer_criteria.support_attachment": fault ?? "" },
    });
  const { organization_id, user_id } = actor;
  const place = { folder: "support", organization_id, user_id, name } as const;
  const key = fileKey({ ...place, file_id: newId("fil"), timeMs: clock.now() });
  const type = fileTypes[extension];
  const { keepUpload } = await import("../../clients/files.ts"); // the storage client is large, and most edits carry no file
  const kept = await keepUpload(key, type, bytes);
  const record: StoredFile = {
    ...place,
    key,
    type,
    size_bytes: bytes.length,
    ...kept,
    status: "clean",
    created_on: now(),
    version: 1,
  };
  return { file: { attach_name: name, attach_type: type, key }, steps: [create(fileKeys.file(key), record)] };
}

/** The reviewers' file as it is stored: kept, taken from the actor's own uploads, or sent along as base64. */
export async function supportFile(
  sent: z.output<typeof SupportAttachmentInput> | null,
  stored: SupportFile,
  actor: Actor,
): Promise<{ file: SupportFile; steps: Step[] }> {
  if (sent === null) return { file: null, steps: [] };
  if (sent.value !== undefined) return keepSent(sent.attach_name, sent.value, actor);
  const key = sent.key!;
  if (key === stored?.key) return { file: stored, steps: [] };
  const { name, type } = await requireCleanFile(key, actor.user_id, "support");
  return { file: { attach_name: name, attach_type: type, key }, steps: [] };
}
