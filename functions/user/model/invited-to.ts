import * as z from "zod";
import { credentialKeys } from "../../data/keys/credential.ts";
import { get } from "../../data/table.ts";
import type { InvitationRecord } from "../../organization/model/record.ts";

const InvitedTo = z.object({ cred_id: z.string(), title: z.string(), status: z.string() });

/** Reads the credential that somebody is invited to; undefined where it is none, or takes nobody any more. */
export async function readInvitedTo({
  credential_id,
}: Pick<InvitationRecord, "credential_id">): Promise<z.infer<typeof InvitedTo> | undefined> {
  if (credential_id === undefined) return undefined;
  const credential = await get(InvitedTo, credentialKeys.credential(credential_id));
  return credential?.status === "published" ? credential : undefined;
}
