import type { CallName, Domain } from "../../shared/contract.ts";

/** What is asked for again: everything of a domain, or what one call answered. */
type Stale = Domain | CallName;

/**
 * Every call by which the portal changes something, with what is stale afterwards. A call that is not here can be read
 * only: `api.x.y.mutation` does not exist before its line does.
 */
export const stale = {
  "auth.changePassword": [],
  "auth.inviteSelf": [],
  "auth.login": [],
  "auth.requestPasswordReset": [],
  "auth.resetPassword": [],
  "auth.signup": [],
  "user.exportScech": ["organization.listExports"],
  "user.joinOrganization": [],
  "user.markNoticesRead": ["user.listNotices", "user.countNotices"],
  "user.remove": ["user", "organization"],
  "user.setStatus": ["user", "organization", "reviewer", "job"],
  "user.saveLearnerProfile": ["user"],
  "user.saveScech": ["user"],
  "user.update": ["user", "organization", "reviewer.readInfo"],
  "organization.archive": ["organization"],
  "organization.create": ["organization"],
  "organization.createRole": ["organization"],
  "organization.exportBillingCsv": ["organization.listExports"],
  "organization.exportBillingHtml": ["organization.listExports"],
  "organization.inviteUsers": ["organization"],
  "organization.reinviteUser": ["organization"],
  "organization.remove": ["organization"],
  "organization.removeRole": ["organization"],
  "organization.setUp": ["organization", "credential"],
  "organization.update": ["organization", "credential"],
  "organization.updateRole": ["organization"],
  "organization.withdrawInvitation": ["organization"],
  "credential.apply": ["credential", "submission"],
  "credential.assignReviewers": ["credential"],
  "credential.approve": ["credential"],
  "credential.close": ["credential"],
  "credential.copy": ["credential"],
  "credential.remove": ["credential"],
  "credential.create": ["credential"],
  "credential.exportApplicants": ["organization.listExports"],
  "credential.publish": ["credential"],
  "credential.reject": ["credential"],
  "credential.saveSections": ["credential"],
  /** The wizard keeps what it holds. */
  "credential.saveUnfinished": [],
  "credential.update": ["credential"],
  "reviewer.decideApplication": ["reviewer", "credential.listPotentialReviewers"],
  "reviewer.resubmit": ["reviewer"],
  "reviewer.saveBank": ["reviewer"],
  "reviewer.saveIssuerProfile": ["reviewer"],
  "reviewer.saveProfile": ["reviewer"],
  "reviewer.saveSkills": ["reviewer", "job"],
  "reviewer.submit": ["reviewer"],
  "reviewer.update": ["reviewer", "job"],
  "job.accept": ["job"],
  "job.acceptSection": ["job"],
  "job.rejectSection": ["job"],
  "job.reassign": ["job", "credential.listApplicants"],
  "job.release": ["job"],
  "job.undoSection": ["job"],
  "submission.hideCertificate": ["submission"],
  "submission.saveSection": ["submission"],
  "submission.shorten": [],
  "submission.submit": ["submission", "credential"],
  "payment.capturePaypalOrder": ["payment", "submission", "credential"],
  "payment.charge": ["payment", "submission", "credential"],
  "payment.createPaypalOrder": [],
  /** Reads, but a secret is asked for each time and kept nowhere. */
  "payment.readCardSecret": [],
  "payment.refund": ["payment", "organization", "credential", "submission"],
  "payment.withdrawApplication": ["payment", "submission", "credential"],
  "payment.saveBilling": ["payment", "submission", "credential"],
  "badgr.disconnect": ["badgr", "organization"],
  "badgr.importBadges": ["badgr", "credential"],
  "badgr.login": ["badgr", "organization"],
} as const satisfies Partial<Record<CallName, readonly Stale[]>>;

/** A call of the table. */
export type WriteName = keyof typeof stale;
