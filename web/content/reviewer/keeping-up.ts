import * as paths from "../../../shared/platform/paths.ts";
import type { ReviewerInfo } from "../../../shared/reviewer/card.ts";

/** Whether a reviewer who changes their profile keeps it up to date; until they have applied, they are being led through it. */
export const isKeptUp = ({ status }: ReviewerInfo): boolean =>
  status === "active" || status === "resubmitted" || status === "accepted" || status === "suspended";

/** Where a reviewer sees the own profile as organizations do. */
export const ownProfile = ({ user_id }: ReviewerInfo): string => paths.reviewerProfile(user_id);

/** The way back there. */
export const backToProfile = (info: ReviewerInfo) => ({ to: ownProfile(info), text: "Reviewer profile" });
