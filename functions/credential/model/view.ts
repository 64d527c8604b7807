import type * as z from "zod";
import type {
  AssignedReviewer,
  Credential,
  CredentialDetails,
  CredentialRow,
  RejectedCredential,
} from "../../../shared/credential/credential.ts";
import { fullName } from "../../../shared/platform/full-name.ts";
import { dollars, priceFault, splitPrice } from "../../../shared/platform/money.ts";
import type { Quality } from "../../../shared/quality/quality.ts";
import type { Actor } from "../../chain/actor.ts";
import type { OrganizationRecord } from "../../organization/model/record.ts";
import { payCentsOf, type StoredCredential, type StoredCriteria, type WholeCredential } from "./record.ts";
import { sectionOf } from "./revision.ts";

/** What a credential's page shows besides the credential: each part read only for those who may see it. */
export interface ViewContext {
  /** The organization's present name, logo, colour and time zone. */
  readonly issuer: {
    readonly name: string;
    readonly logo?: string;
    readonly colour?: string;
    readonly timezone?: string;
  };
  /** Who wrote it, where they have a name of their own. */
  readonly author?: Credential["author"];
  readonly creator?: { readonly first_name: string; readonly last_name: string };
  readonly reviewers?: z.infer<typeof AssignedReviewer>[];
  /** As it was when it was last rejected. */
  readonly rejected?: WholeCredential;
  /** How reviews that two decided came out, to the end of last month. */
  readonly twiceReviewed?: Quality;
  /** A learner's own application. */
  readonly application?: { readonly application_id: string; readonly status: string; readonly appealed: boolean };
}

/** The name, logo and colour of an organization; no name where there is none. */
export const issuerOf = (
  organization: (Pick<OrganizationRecord, "name" | "logo" | "colour"> & { readonly timezone?: string }) | undefined,
): ViewContext["issuer"] => ({
  name: organization?.name ?? "",
  logo: organization?.logo,
  colour: organization?.colour,
  timezone: organization?.timezone,
});

const priceOf = ({ price_cents }: StoredCredential) => (price_cents === null ? null : dollars(price_cents));

const renewalOf = ({ renewal_price_cents: cents }: StoredCredential) =>
  cents === undefined ? {} : { renewal_price: dollars(cents) };

const common = (credential: StoredCredential, { issuer, author, application }: ViewContext) => ({
  cred_id: credential.cred_id,
  credential_id: credential.cred_id,
  organization_id: credential.organization_id,
  issuer_id: credential.organization_id,
  issuer_name: issuer.name,
  ...(author && { author_name: author.name }),
  org_logo: issuer.logo ?? "",
  ...(issuer.colour !== undefined && { org_colour: issuer.colour }),
  title: credential.title,
  price: priceOf(credential),
  status: credential.status,
  submission_status: application?.status ?? "",
  ...(application?.appealed && { appealed: true }),
  created_on: credential.created_on,
  updated_on: credential.updated_on,
  published_on: credential.published_on,
  review_time: credential.review_minutes,
});

const isStaff = ({ role }: Actor) => role === "admin" || role === "issuer" || role === "publisher" || role === "custom";

/** A row of a list. Learners see who issues it, not who wrote or reviews it. */
export const rowOf = (credential: StoredCredential, actor: Actor, context: ViewContext): CredentialRow => ({
  ...common(credential, context),
  scech: credential.scech,
  expiration_date: credential.expiration_date,
  badgrImage: credential.badgrImage,
  category: credential.category,
  ...(isStaff(actor) &&
    credential.organization_id === actor.organization_id && {
      created_by: credential.created_by,
      step: credential.step,
      assigned_reviewers: credential.assigned_reviewers,
    }),
});

const detailsOf = ({ credential, details }: WholeCredential): CredentialDetails => ({
  ...details,
  title: credential.title,
  expiration_date: credential.expiration_date,
  scech: credential.scech,
  ...(credential.validity_months !== undefined && { validity_months: credential.validity_months }),
  badgrImage: credential.badgrImage,
  badgrIssuer: credential.badgrIssuer,
  entity_type: credential.entity_type,
});

/** What a reviewer is told, as it travels; in full for those who write it and for reviewers. */
export const criteriaOf = (
  { cred_id, hourly_rate_cents }: Pick<StoredCredential, "cred_id" | "hourly_rate_cents">,
  criteria: StoredCriteria,
  actor: Actor,
  full: boolean,
) => ({
  ...(actor.role === "reviewer" && { reviewer_id: actor.user_id }),
  cred_id,
  category: criteria.category,
  skills: criteria.skills,
  skills_ext: criteria.skills.map(({ name }) => name).join(", "),
  clock: criteria.clock ?? null,
  ai_policy: criteria.ai_policy ?? null,
  second_review: criteria.second_review ?? null,
  appeals: criteria.appeals ?? null,
  calibration: criteria.calibration ?? "off",
  ...(full && {
    seeded_anchors: criteria.seeded_anchors ?? false,
    job_description: criteria.job_description,
    description: criteria.job_description,
    hourly_rate: dollars(hourly_rate_cents),
    notes: criteria.notes,
    support_link: criteria.support_link,
    support_attachment: criteria.support_attachment,
  }),
});

const rejectedOf = (whole: WholeCredential, on: string, actor: Actor): RejectedCredential => ({
  on,
  title: whole.credential.title,
  price: priceOf(whole.credential),
  ...renewalOf(whole.credential),
  credential_details: detailsOf(whole),
  sections: whole.sections.map((section) => sectionOf(whole.credential, section)),
  reviewer_criteria: whole.criteria ? criteriaOf(whole.credential, whole.criteria, actor, true) : null,
  assigned_reviewers: whole.credential.assigned_reviewers,
});

/** What is told of reviews that two decided: to all where the credential says so, to staff what a second review costs by it. */
function doubleReviewsFor(criteria: StoredCriteria | undefined, quality: Quality | undefined, staff: boolean) {
  if (!criteria?.second_review || !quality) return {};
  const { verdicts, disputed } = quality;
  const { observed, double_reviews } = verdicts;
  return {
    ...(criteria.second_review.show_agreement &&
      observed && { agreement: { double_reviews, share: observed.value, low: observed.low, high: observed.high } }),
    ...(staff && disputed.share && { disputed_percent: Math.round(100 * disputed.share.value) }),
  };
}

/** The split of the price, for admins and for the issuer who created the credential. */
function splitFor(credential: StoredCredential, actor: Actor) {
  const sees = actor.role === "admin" || (actor.role === "issuer" && credential.created_by === actor.user_id);
  const { price_cents } = credential;
  if (!sees || price_cents === null || priceFault(price_cents, payCentsOf(credential)) !== undefined) return {};
  const split = splitPrice(price_cents, payCentsOf(credential));
  return {
    split: {
      reviewer: dollars(split.reviewer_pay_cents),
      issuer: dollars(split.issuer_share_cents),
      platform: dollars(split.platform_share_cents),
      organization: dollars(split.organization_share_cents),
    },
  };
}

/**
 * A credential whole, as this caller may see it (field rules of authorization): learners without creator, reviewers,
 * pay, notes and feedback; reviewers without who else reviews it.
 */
export function present(whole: WholeCredential, actor: Actor, context: ViewContext): Credential {
  const { credential, criteria, sections, feedback } = whole;
  const staff = isStaff(actor) && credential.organization_id === actor.organization_id;
  const reviewer = actor.role === "reviewer";
  const { author, creator, reviewers, application, twiceReviewed, rejected } = context;
  return {
    ...common(credential, context),
    ...(context.issuer.timezone !== undefined && { timezone: context.issuer.timezone }),
    ...(author && { author }),
    version: credential.version,
    ...renewalOf(credential),
    revision: credential.revision,
    step: credential.step,
    credential_details: detailsOf(whole),
    scores_and_submissions: { sections: sections.map((section) => sectionOf(credential, section)) },
    reviewer_criteria: criteria ? criteriaOf(credential, criteria, actor, staff || reviewer) : null,
    ...((staff || reviewer) && {
      reviewer_hourly_rate: dollars(credential.hourly_rate_cents),
      reviewer_total_pay: dollars(payCentsOf(credential)),
      approved_on: credential.approved_on,
      ...(creator && { created_user: fullName(creator) }),
    }),
    ...(staff && {
      created_by: credential.created_by,
      feedback,
      ...(rejected && whole.rejected && { rejected: rejectedOf(rejected, whole.rejected.on, actor) }),
      assigned_reviewers: credential.assigned_reviewers,
      reviewers,
      ...splitFor(credential, actor),
    }),
    ...doubleReviewsFor(criteria, twiceReviewed, staff),
    ...(application && { application_id: application.application_id }),
  };
}

/** A credential as its own organization's staff sees it right after a change. */
export const presentForStaff = (whole: WholeCredential, actor: Actor): Credential =>
  present(whole, actor, { issuer: issuerOf(actor.organization) });
