import { overlapHours } from "../../shared/webhook/endpoint.ts";
import { rotate } from "../../shared/webhook/endpoint-calls.ts";
import { implement } from "../chain/implement.ts";
import { amend } from "../data/transition.ts";
import { clock } from "../runtime/clock.ts";
import { endpointEntity } from "./model/endpoint-entity.ts";
import { readEndpoint, shownEndpoint, signingSecrets } from "./model/endpoint-record.ts";
import { newSecret } from "./model/secrets.ts";

/** Former secrets that sign beside the newest: whoever rotates again and again within a day ends the oldest. */
const FORMER_MAX = 3;

export const handler = implement(rotate, async ({ endpoint_id }, { actor, organization_id, commit }) => {
  const before = await readEndpoint(organization_id, endpoint_id);
  const { secret, stored } = await newSecret(endpoint_id);
  const until = new Date(clock.now() + overlapHours * 3_600_000).toISOString();
  const former = signingSecrets(before).map((each) => ({ ...each, until: each.until ?? until }));
  const { user_id } = actor;
  const { steps, after } = amend(endpointEntity, {
    before,
    set: { secrets: [stored, ...former.slice(0, FORMER_MAX)] },
    events: [{ type: "webhook.rotated", actor_id: user_id, user_id }],
  });
  return commit(steps, { data: { secret, endpoint: shownEndpoint(after) } });
});
