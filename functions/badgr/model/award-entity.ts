import { badgeAwardMachine } from "../../../shared/badgr/states.ts";
import { certificateKeys, certificateViews } from "../../data/keys/certificate.ts";
import { entity } from "../../data/transition.ts";
import { auditIdsByApplication } from "../../submission/model/audit-ids.ts";
import type { StoredAward } from "./record.ts";

/** An organization's new connection takes up all that is not settled; the schedule leaves out what was given up. */
const dueViews = ({ organization_id, status }: StoredAward): string[] => {
  if (status === "awarded" || status === "revoked") return [];
  const own = certificateViews.badgesDue(organization_id);
  return status === "given-up" ? [own] : [certificateViews.badgesDue(), own];
};

/** The award of a badge, on its way from the completed submission, whose row says that it begins and that it waits. */
export const badgeAwardEntity = entity<StoredAward>()({
  machine: badgeAwardMachine,
  key: ({ application_id }) => certificateKeys.badgeAward(application_id),
  listings: (award) => [{ sort: award.application_id, views: dueViews(award) }],
  auditIds: auditIdsByApplication,
  records: {
    begin: { recordedBy: ["submission.completed"] },
    wait: { recordedBy: ["submission.completed"] },
    fail: "badge.failed",
    giveUp: "badge.given-up",
    award: "badge.awarded",
    takeBack: { recordedBy: ["certificate.revoked", "certificate.replaced", "certificate.erased"] },
    refuse: "badge.not-revoked",
    revoke: "badge.revoked",
    renew: { recordedBy: ["certificate.replaced"] },
  },
});
