/**
 * Every refusal of the API: its code, status and message. Messages that the rule pages quote stand here letter by letter,
 * slips included: shared/README.md, "Answers".
 */
export const problems = {
  "input.invalid": [400, "Some of the fields are not valid."],
  "input.not-json": [400, "The body is not valid JSON."],
  "input.organization-needed": [400, "Name the organization: you belong to more than one."],
  "access.no-token": [401, "Unauthorized"],
  "access.denied": [403, "You may not do this."],
  "access.fresh-sign-in-needed": [403, "Sign in again to do this."],
  "organization.archived": [403, "This organization is archived, and this part of it is closed."],
  "resource.not-found": [404, "There is nothing here, or it is not yours to see."],
  "state.changed": [409, "Somebody changed this in the meantime. Reload the page and try again."],
  "idempotency.mismatch": [409, "This request was sent before with other contents."],
  "input.too-large": [413, "That is too large to send."],
  "rate.exceeded": [429, "Too many attempts. Wait a little and try again."],
  "server.failed": [500, "Something went wrong on our side. Try again in a moment."],
  "server.busy": [503, "The service is busy. Try again in a moment."],

  ERRINVALIDEMAIL: [400, "Enter a Valid Email"],
  ERRLOGIN: [400, "Wrong email or password!"],
  ERRUSRDELETED: [400, "User Already Deleted!"],
  ERRORGDELETE: [400, "Sorry, Your Organization Does Not Exist!"],
  "auth.unknown-email": [400, "Sorry we don't recognise this email address"],
  "auth.invalid-reset-link": [400, "This link has expired or was already used. Ask for a new one."],
  "auth.common-password": [400, "This password is one of the most common ones. Choose another."],
  "auth.wrong-password": [400, "That is not your present password."],
  "auth.email-in-use": [409, "Email address is already in use"],
  "input.foreign-url": [400, "The address must be one of this portal."],

  "user.not-editable": [403, "You may not change this person's data."],
  "user.role-not-allowed": [403, "You may not give or take this role."],
  "user.email-differs": [400, "This is not the address of the account."],
  "user.disabled": [400, "This account is disabled. Ask the people who run Laurel."],
  "user.suspended": [400, "Your organization has suspended you. Ask an admin there."],
  "user.member-suspended": [409, "This member is suspended. Let them in again before you give them another role."],
  "user.not-oneself": [403, "Somebody else has to do this."],
  "user.last-admin": [409, "An organization needs at least one admin."],
  "user.has-paid-work": [
    409,
    "This learner has paid for work that is not finished. Refund it, or wait until it is completed or closed.",
  ],
  "user.has-open-jobs": [409, "Accepted review jobs have to be finished or released first."],

  "invitation.refused": [400, "Invitation failed"],
  "invitation.invalid-token": [400, "Invalid Token"],
  "invitation.already-member": [409, "You are already a member of this organization."],

  "organization.name-taken": [409, "Organization name already exist, try another one."],
  "organization.already-set-up": [409, "This organization is already set up."],
  "organization.not-archived": [409, "Archive the organization first."],
  "organization.in-use": [409, "Work is still under way in this organization, or money is owed."],
  "role.name-taken": [409, "There is already a role of this name."],
  "role.too-many": [409, "An organization can have 50 roles of its own."],
  "role.in-use": [409, "Somebody still holds this role."],

  "credential.changed": [409, "Failed to update credential !"],
  "credential.unfinished-changed": [
    409,
    "You typed in this step in another window too. Choose which of the two to keep.",
  ],
  "credential.not-editable": [409, "This credential cannot be changed in its present state."],
  "credential.wrong-state": [409, "The credential is not in a state for this any more. Reload the page."],
  "credential.incomplete": [400, "Something is missing before this credential can be published."],
  "credential.expired": [409, "Please select a valid Expiration date!"],
  "credential.own-decision": [403, "Somebody else has to decide on a credential of your own."],
  "credential.badge-locked": [409, "The badge is in use; its settings are locked."],
  "credential.reviewer-unknown": [400, "Choose among the reviewers who have been accepted."],
  "credential.closed": [409, "This credential does not take applications any more."],
  "credential.price-changed": [409, "The price has changed. Look at it once more, then apply."],
  "application.exists": [409, "You have applied for this credential already."],
  "application.certified": [409, "You have earned this credential already."],

  "reviewer.already-exists": [409, "Your reviewer profile exists already. Change it instead."],
  "reviewer.incomplete": [400, "Something is missing in your profile."],
  "reviewer.already-applied": [409, "You have applied to this organization already."],
  "reviewer.not-rejected": [409, "Only a rejected application can be sent again."],
  "reviewer.no-attempt-left": [409, "An application can be sent again only once."],
  "reviewer.already-decided": [409, "This application was decided already. Reload the page."],
  "reviewer.reason-needed": [400, "Say why, so that the reviewer can learn from it."],
  "reviewer.not-accepted": [403, "Only accepted reviewers may take jobs."],
  "job.not-submitted": [409, "This submission is not waiting for a review."],
  "job.already-taken": [409, "This job is already taken."],
  "job.already-graded": [409, "This round is decided: the job cannot be given back."],
  "job.nobody-else": [409, "This credential has no other reviewer. Add one to it first."],
  "section.already-graded": [409, "This round is decided, and its verdicts stay. Reload the page."],
  "section.not-submitted": [409, "This section is not waiting for a review. Reload the page."],
  "submission.not-editable": [409, "This cannot be changed in its present state. Reload the page."],
  "submission.unpaid": [409, "Pay for this credential before you submit work for it."],
  "submission.incomplete": [400, "Some sections want a response before you can submit."],
  "submission.changed": [409, "Your work was changed in another window. Reload the page to see it."],
  "shorturl.not-allowed": [400, "Only your own certificates and published credential pages can be shortened."],

  "payment.nothing-due": [409, "There is nothing to pay for here."],
  "payment.already-paid": [409, "This is paid already."],
  "payment.changed": [409, "This payment was changed in another window. Reload the page to see where it stands."],
  "payment.mismatch": [400, "This payment does not belong to this purchase."],
  "payment.declined": [400, "Your card was declined. Try another card."],
  "payment.not-finished": [409, "The card provider has not finished this payment yet. Try again in a moment."],
  "payment.provider-unavailable": [
    503,
    "The card provider does not answer. Nothing was charged. Try again in a moment.",
  ],
  "mail.server-unavailable": [503, "The mail server does not answer. The mail goes out as soon as it is back."],
  "payment.paypal-unavailable": [
    503,
    "PayPal does not answer. Nothing was charged. Try again in a moment, or pay by card.",
  ],
  "payment.not-approved": [409, "This payment is not approved at PayPal yet."],
  "payment.account-deleted": [
    409,
    "This learner deleted their account, so nobody can spend product credit. Nothing is refunded. Where you want to give the money back, pay it to them outside of Laurel and tell our support, who enter it in the books.",
  ],
  "payment.not-refundable": [409, "Only a paid purchase can be refunded, and only once."],
  "payment.bad-signature": [400, "The signature is not valid."],
  "badgr.sign-in-refused": [
    400,
    "The badge service did not accept this email and password in this region. An account that signs in through another service, or with a second step, has no password that works here: give it a password of its own at the badge service, or use an account that has one.",
  ],
  "badgr.not-connected": [409, "The badge service is not connected. An admin connects it under Organization details."],
  "badgr.expired": [
    409,
    "The connection to the badge service has ended. An admin connects it again under Organization details.",
  ],
  "badgr.throttled": [429, "The badge service was asked too often. Wait a little and try again."],
  "badgr.unavailable": [503, "The badge service does not answer. Nothing is lost; try again in a moment."],
  "file.not-allowed": [400, "This file cannot be uploaded."],
  "file.folder-not-allowed": [403, "You may not upload files for this purpose."],
  "file.not-arrived": [409, "The file has not arrived. Upload it again."],
  "file.refused": [400, "This file cannot be used."],
  "file.not-clean": [409, "This file has not passed its checks. Upload it again."],
  "file.being-checked": [409, "This file is still being checked for malware. Try again in a moment."],
  "image.refused": [400, "You can only upload JPG/PNG file!"],
} as const satisfies Record<string, readonly [status: number, message: string]>;

/** The code of a refusal, `resource.what-is-wrong`, or one of the older names in capitals. */
export type ProblemCode = keyof typeof problems;

/** The status a refusal is answered with. */
export const statusOf = (code: ProblemCode): number => problems[code][0];

/** What a refusal says unless it has words of its own. */
export const messageOf = (code: ProblemCode): string => problems[code][1];
