import { create } from "../../shared/credential/calls.ts";
import { newId, now } from "../data/ids.ts";
import { keys } from "../data/keys.ts";
import * as table from "../data/table.ts";
import { implement } from "../runtime/implement.ts";
import { detailsEdit } from "./details.ts";
import { listSteps, recordStep, type StoredCredential } from "./store.ts";
import { presentOwn } from "./view.ts";

/** Makes a draft out of the wizard's step 0. */
export const handler = implement(create, async ({ credential_details }, { actor, commit }) => {
  const { set, details } = await detailsEdit(credential_details, actor);
  const cred_id = newId("crd");
  const at = now();
  const { organization_id, name: issuer_name, timezone } = actor.organization!;
  const credential: StoredCredential = {
    cred_id,
    organization_id,
    issuer_name,
    timezone,
    ...set,
    status: "draft",
    step: 0,
    price_cents: null,
    hourly_rate_cents: 0,
    review_minutes: 0,
    section_count: 0,
    entity_type: "draft",
    assigned_reviewers: [],
    created_by: actor.user_id,
    created_on: at,
    updated_on: at,
    revision: 0,
    version: 1,
  };
  return commit(
    [
      table.create(keys.credential(cred_id), credential),
      table.put(keys.credentialDetails(cred_id), details),
      ...listSteps(undefined, credential),
      recordStep("credential.created", actor, credential),
    ],
    { data: presentOwn({ credential, details, sections: [] }, actor) },
  );
});
