import { Problem } from "../../../shared/http/problem.ts";
import { keyMachine } from "../../../shared/key/states.ts";
import { now } from "../../data/ids.ts";
import { ageSort } from "../../data/keys/key.ts";
import { organizationKeys, organizationViews } from "../../data/keys/organization.ts";
import { entity, transition } from "../../data/transition.ts";
import type { StoredKey } from "./record.ts";

/** An organization's key. */
export const keyEntity = entity<StoredKey>()({
  machine: keyMachine,
  key: ({ key_id }) => organizationKeys.apiKey(key_id),
  listings: ({ key_id, organization_id, status }) => [
    {
      sort: ageSort(key_id),
      views: [
        organizationViews.apiKeys(organization_id),
        ...(status === "active" ? [organizationViews.apiKeys(organization_id, "active")] : []),
      ],
    },
  ],
  auditIds: ({ organization_id, key_id }) => ({ organization_id, subject_id: key_id, key_id }),
  records: { make: "key.created", end: "key.ended" },
});

/** Ends a key. Of two who do it at once one is told that it is done. */
export const endKey = (before: StoredKey, user_id: string) =>
  transition(keyEntity, "end", {
    before,
    set: { ended_on: now() },
    actor_id: user_id,
    details: { user_id },
    wrongState: new Problem("key.already-ended"),
    otherwise: new Problem("key.already-ended"),
  });
