import { idIn, type Message, worker } from "../chain/event.ts";
import { certificateKeys } from "../data/keys/certificate.ts";
import { credentialKeys } from "../data/keys/credential.ts";
import type { Key } from "../data/keys/key.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { paymentKeys } from "../data/keys/payment.ts";
import { platformKeys } from "../data/keys/platform.ts";
import { submissionKeys, submissionViews } from "../data/keys/submission.ts";
import { eachListed } from "../data/list.ts";
import { retryWhenRaced } from "../data/retry-when-raced.ts";
import { indexSteps } from "../data/search.ts";
import { batchGet, get, type Item, queryAll, transact } from "../data/table.ts";
import { UserRecord } from "../user/model/record.ts";
import { learnerIn, searchEntryOf } from "./model/search-entry.ts";

/** Keeps the words of what an event changed, from the thing as it is now: a repeat or a late event does no harm. */
export const handler = worker("search", async (event) => {
  for (const key of await changed(event)) await index(key);
  if (event.type === "user.changed" || event.type === "user.deleted") await indexWork(idIn(event, "user_id"));
});

/** Several events of one act change the same words at once, such as those of a sign-up: whoever is later looks again. */
const index = (key: Key): Promise<void> => retryWhenRaced(() => indexAsItIs(key), { attempts: 10 });

async function indexAsItIs(key: Key): Promise<void> {
  const [thing, before] = await batchGet([key, platformKeys.searchWords(key)]);
  const learner = thing && learnerIn(thing);
  const [person] = learner === undefined ? [] : await batchGet([organizationKeys.user(learner)]);
  const found = thing && searchEntryOf(thing, person);
  if (before === undefined && found === undefined) return;
  await transact(indexSteps(key, before, found));
}

/** A learner's applications and purchases are found by their name. */
async function indexWork(user_id: string): Promise<void> {
  const again = ({ pk, sk }: Item) => index({ pk, sk });
  await eachListed(submissionViews.submissions(user_id), again);
  for (const line of await queryAll(paymentKeys.billingOf(user_id))) if (line.kind !== "pay") await again(line);
}

/** The things whose words an event may have changed. */
async function changed(event: Message): Promise<Key[]> {
  const { type, organization_id, subject_id } = event;
  const user_id = idIn(event, "user_id");
  const [domain] = type.split(".");
  switch (domain) {
    case "organization":
      return [organizationKeys.organization(organization_id)];
    case "credential":
      return [credentialKeys.credential(idIn(event, "cred_id") || subject_id)];
    case "invitation":
      return [organizationKeys.invitation(idIn(event, "invite_id"))];
    case "application":
      return [submissionKeys.application(idIn(event, "application_id"))];
    case "submission":
    case "job":
      return [submissionKeys.job(idIn(event, "credential_job_id"))];
    case "certificate":
      return ["certificate_id", "replacement_id"].flatMap((name) => {
        const certificate_id = idIn(event, name);
        return certificate_id ? [certificateKeys.certificate(certificate_id)] : [];
      });
    case "payment": {
      const lines = await queryAll(paymentKeys.billingOf(user_id));
      return lines.filter(({ application_id }) => application_id === event.application_id);
    }
    case "member": {
      const invite_id = idIn(event, "invite_id");
      return [
        organizationKeys.membership(user_id, organization_id),
        ...(invite_id ? [organizationKeys.invitation(invite_id)] : []),
      ];
    }
    default: {
      const user = await get(UserRecord, organizationKeys.user(user_id));
      const all = new Set([...(user?.organization_ids ?? []), ...(organization_id ? [organization_id] : [])]);
      return [...all].map((id) => organizationKeys.membership(user_id, id));
    }
  }
}
