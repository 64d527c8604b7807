import { isBlank } from "../http/text.ts";
import { type Action, type Permission, type Reach, type Role, reachOf } from "../permissions.ts";
import { nextState } from "../platform/machine.ts";
import { priceFault } from "../platform/money.ts";
import type { DecisionClock } from "./parts.ts";
import { type CredentialEvent, type CredentialState, credentialMachine } from "./states.ts";

/** Who looks at a credential of their own organization: role there, actions of a custom role, and whether they created it. */
export interface Viewer {
  readonly role: Role;
  readonly actions?: readonly Action[];
  readonly own: boolean;
}

/** What of a credential is edited as one: the wizard's steps 0 to 4. */
export type CredentialPart = "details" | "sections" | "criteria" | "reviewers" | "price";

/** The part of each step of the wizard. */
export const partOfWizardStep = {
  0: "details",
  1: "sections",
  2: "criteria",
  3: "reviewers",
  4: "price",
} as const satisfies Record<number, CredentialPart>;

/** The event that saving each part is. */
export const saveEvents = {
  details: "saveDetails",
  sections: "saveSections",
  criteria: "saveCriteria",
  reviewers: "saveReviewers",
  price: "savePrice",
} as const satisfies Record<CredentialPart, CredentialEvent>;
const allParts: readonly CredentialPart[] = ["details", "sections", "criteria", "reviewers", "price"];

const reaches = (reach: Reach | undefined, own: boolean) => reach !== undefined && (reach !== "own" || own);
const holds = ({ role, actions = [], own }: Viewer, permission: Permission) =>
  reaches(reachOf(permission, role, actions), own);

/** Whether a part that is open in this state is not open to this viewer. */
function isHidden({ role, own }: Viewer, state: CredentialState, part: CredentialPart): boolean {
  const issuer = role === "issuer";
  if (state === "rejected") return !(issuer || (role === "custom" && own));
  if (state === "submitted") return issuer && part !== "reviewers";
  return (state === "published" || state === "closed") && issuer && !own;
}

/**
 * The parts this viewer may change in this state: those it leaves open, of a rejected one by an issuer or the custom role
 * who created it, of a submitted one by an issuer the reviewers alone, of a published or closed one by an issuer only of
 * their own.
 */
export function editableParts(viewer: Viewer, state: CredentialState): readonly CredentialPart[] {
  if (!holds(viewer, "credential:update")) return [];
  const isOpen = (part: CredentialPart) => nextState(credentialMachine, state, saveEvents[part]) !== undefined;
  return allParts.filter((part) => isOpen(part) && !isHidden(viewer, state, part));
}

/** Whether this viewer may remove a section in this state. */
export const mayRemoveSection = (viewer: Viewer, state: CredentialState): boolean =>
  holds(viewer, "credential:remove-section") &&
  editableParts({ ...viewer, actions: [...(viewer.actions ?? []), "Update"] }, state).includes("sections");

/**
 * What publishing does for this viewer: an issuer's draft or rejected credential is submitted, and so is that of a custom
 * role with Create; an admin's, a publisher's and a custom approver's draft goes live. Undefined when they may not.
 */
export function publishEvent(viewer: Viewer): "submit" | "publish" | undefined {
  if (!holds(viewer, "credential:publish")) return undefined;
  if (viewer.role === "issuer") return "submit";
  return viewer.role !== "custom" || viewer.actions?.includes("Approve") ? "publish" : "submit";
}

/** Whether this viewer may approve or reject: an admin or, whoever made it, an approver; never of what they created themselves. */
export const mayDecide = ({ role, actions = [], own }: Viewer): boolean =>
  !own && reachOf("credential:decide", role, actions) !== undefined;

/** Whether this viewer may copy a credential to a draft of their own. */
export const mayCopy = (viewer: Viewer): boolean => holds(viewer, "credential:copy");

/** Whether this viewer may delete it in this state: a draft, which was never submitted. */
export const mayRemove = (viewer: Viewer, state: CredentialState): boolean =>
  holds(viewer, "credential:remove") && nextState(credentialMachine, state, "remove") !== undefined;

/** Whether this viewer may close a published credential. */
export const mayClose = (viewer: Viewer): boolean => holds(viewer, "credential:close");

/** Today as a calendar date (YYYY-MM-DD) in a time zone. */
export const dateIn = (timeZone: string, timeMs: number): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format(timeMs);

/** Whether an expiration date (date plus T00:00:00Z, or null) lies before `today`; the day itself still counts. */
export const isExpired = (expirationDate: string | null | undefined, today: string): boolean =>
  Boolean(expirationDate) && expirationDate!.slice(0, 10) < today;

/** Whether a date may be chosen as expiration date on `today`: days up to the end of today are not offered. */
export const mayExpireOn = (expirationDate: string, today: string): boolean => expirationDate.slice(0, 10) > today;

/** What of a credential's review needs more reviewers than one: each that is set. */
export interface ReviewersNeeded {
  readonly second_review?: object | null | undefined;
  readonly appeals?: object | null | undefined;
}

/** How many who may review a credential needs to be published: each seat on a submission has a reviewer of its own. */
export const reviewersNeeded = ({ second_review, appeals }: ReviewersNeeded = {}): number =>
  1 + (second_review ? 2 : 0) + (appeals ? 1 : 0);

/** Says that fewer may review than the credential needs. */
export const tooFewReviewersMessage = (needed: number, able: number): string =>
  `This credential needs ${needed} reviewers who can review right now. Its list has ${able}.`;

/** What the publish guard looks at. Amounts in cents. */
export interface PublishCandidate {
  readonly credential_details: {
    readonly title: string;
    readonly description: string;
    readonly score_description: string;
    readonly credential_resources: string;
    readonly expiration_date: string | null;
  };
  readonly sectionCount: number;
  readonly reviewer_criteria?: ReviewersNeeded;
  readonly assigned_reviewers: readonly string[];
  readonly priceCents: number | null;
  /** Of its own for renewing; undefined where there is none. */
  readonly renewalPriceCents?: number | undefined;
  readonly payCents: number;
}

/** Something that keeps a credential from being published: the wizard's step that mends it, the field, the message. */
export interface PublishFault {
  readonly step: 0 | 1 | 2 | 3 | 4;
  readonly field: string;
  readonly message: string;
}

/** The toast for publishing past the expiration date. */
const expiredMessage = "Please select a valid Expiration date!";
/** The message of the wizard's third step without a reviewer. */
export const noReviewerMessage = "Please select at least one reviewer to review this credential";

/** Everything that keeps a credential from being published on the date `today`, in the order of the steps. */
export function publishFaults(candidate: PublishCandidate, today: string): PublishFault[] {
  const { credential_details: details, priceCents, renewalPriceCents, payCents } = candidate;
  const [chosen, needed] = [candidate.assigned_reviewers.length, reviewersNeeded(candidate.reviewer_criteria)];
  const faults: (PublishFault | false)[] = [
    details.title === "" && { step: 0, field: "title", message: "Title is required" },
    isBlank(details.description) && { step: 0, field: "description", message: "Description is required" },
    isBlank(details.score_description) && {
      step: 0,
      field: "score_description",
      message: "Score Description is required",
    },
    isBlank(details.credential_resources) && {
      step: 0,
      field: "credential_resources",
      message: "Upload Description is required",
    },
    isExpired(details.expiration_date, today) && { step: 0, field: "expiration_date", message: expiredMessage },
    candidate.sectionCount === 0 && { step: 1, field: "sections", message: "Add at least one section." },
    candidate.reviewer_criteria === undefined && {
      step: 2,
      field: "reviewer_criteria",
      message: "Job Description is required",
    },
    chosen === 0 && { step: 3, field: "assigned_reviewers", message: noReviewerMessage },
    chosen > 0 &&
      chosen < needed && { step: 3, field: "assigned_reviewers", message: tooFewReviewersMessage(needed, chosen) },
    priceCents === null && { step: 4, field: "price", message: "Enter a price, or choose None." },
  ];
  const tooCheap = priceCents === null ? undefined : priceFault(priceCents, payCents);
  const renewalTooCheap = renewalPriceCents === undefined ? undefined : priceFault(renewalPriceCents, payCents);
  return [
    ...faults.filter((fault) => fault !== false),
    ...(renewalTooCheap ? [{ step: 4 as const, field: "renewal_price", message: renewalTooCheap }] : []),
    ...(tooCheap ? [{ step: 4 as const, field: "price", message: tooCheap }] : []),
  ];
}

/** Working days that whoever accepts a job has for it, whichever seat it is: 3 unless the terms say otherwise. */
export const reviewerDays = ({ clock }: { readonly clock?: DecisionClock | null | undefined } = {}): number =>
  clock?.reviewer_days ?? 3;

/** Days after a round was decided in which it may be appealed, to the second. */
export const appealDays = 14;
