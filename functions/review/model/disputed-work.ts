import type { SectionResponse } from "../../../shared/submission/submission.ts";
import type { Actor } from "../../chain/actor.ts";
import { readStoredWork, seatKeyOf, seenWork } from "./seen-work.ts";
import { mayDecide, readUndecided, type Undecided } from "./undecided.ts";

/** What was handed in for the sections that an admin has to decide, in the round that it is about: what its seats judged. */
export async function readDisputedWork({
  application,
  asked,
}: Undecided): Promise<ReadonlyMap<string, SectionResponse>> {
  if (asked === undefined) return new Map();
  const seen = seenWork(asked, application, await readStoredWork(asked));
  const { section_ids } = asked.adjudication;
  return new Map([...seen].flatMap(([id, { work }]) => (section_ids.includes(id) ? [[id, work] as const] : [])));
}

/**
 * The key of the upload that who decides knows by a key of the first seat; undefined where they read none such. They are told
 * such keys by an answer that is audited, and by nothing else.
 */
export async function uploadOfDispute(
  seatKey: string,
  { user_id, organization_id }: Pick<Actor, "user_id" | "organization_id">,
): Promise<string | undefined> {
  const [, credential_job_id = ""] = seatKey.split("/");
  const found = await readUndecided(credential_job_id, organization_id);
  if (!mayDecide(found, user_id)) return undefined;
  const works = [...(await readDisputedWork(found)).values()];
  const uploads = works.flatMap(({ attachments }) => attachments.map(({ key }) => key));
  return uploads.find((upload) => seatKeyOf(found.job, upload) === seatKey);
}
