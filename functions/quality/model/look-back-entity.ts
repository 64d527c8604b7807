import type { LookBack } from "../../../shared/quality/look-back.ts";
import { lookBackMachine } from "../../../shared/quality/states.ts";
import { qualityKeys } from "../../data/keys/quality.ts";
import { entity } from "../../data/transition.ts";

/** The look-back on a reviewer in an organization: the latest, of which there is one item. */
export const lookBackEntity = entity<LookBack>()({
  machine: lookBackMachine,
  key: ({ organization_id, user_id }) => qualityKeys.lookBack(organization_id, user_id),
  auditIds: ({ organization_id, user_id }) => ({ organization_id, subject_id: user_id, reviewer_id: user_id }),
  records: { open: "look-back.opened", close: "look-back.closed" },
});
