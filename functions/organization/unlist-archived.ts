import { scheduled } from "../chain/scheduled.ts";
import { followOrganization } from "../credential/model/scheduled.ts";
import { idOf } from "../data/keys/key.ts";
import { followAnchors } from "../review/model/anchors/withdraw-anchor.ts";
import { endArchive, tellOfArchive } from "../review/model/archived-work.ts";

/**
 * Follows archived and restored organizations: in the lists outside of them, with the people whose work is under way there,
 * and with that work when its 90 days are over.
 */
export const handler = scheduled({
  "organization-listing": async (deadline) => {
    await followAnchors(idOf(deadline.reference.pk));
    await followOrganization(deadline);
  },
  "archive-notice": tellOfArchive,
  "archive-end": endArchive,
});
