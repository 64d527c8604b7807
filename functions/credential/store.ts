import * as z from "zod";
import { CredentialStatus, RubricExt } from "../../shared/credential/credential.ts";
import { reviewerPayCents } from "../../shared/credential/money.ts";
import { Attachment, Skill } from "../../shared/credential/parts.ts";
import {
  dateIn,
  type PublishCandidate,
  type PublishFault,
  publishFaults,
  type Viewer,
} from "../../shared/credential/rules.ts";
import { Problem } from "../../shared/http/problems.ts";
import type { EventName } from "../../shared/platform/events.ts";
import { audit } from "../data/audit.ts";
import { type Deadlines, dueSoon, schedule } from "../data/deadlines.ts";
import { keys, views } from "../data/keys.ts";
import { relist } from "../data/relist.ts";
import { change, get, type Item, put, queryAll, type Step } from "../data/table.ts";
import { clock } from "../process/clock.ts";
import type { Actor } from "../runtime/actor.ts";

/** META of a credential: everything but its long texts, as lists and guards need it. Money in cents. */
export const StoredCredential = z.object({
  cred_id: z.string(),
  organization_id: z.string(),
  /** The organization's name when it was last written. */
  issuer_name: z.string(),
  /** Its time zone then: expiration dates are dates there. */
  timezone: z.string(),
  title: z.string(),
  status: CredentialStatus,
  step: z.number(),
  price_cents: z.number().nullable(),
  hourly_rate_cents: z.number(),
  review_minutes: z.number(),
  section_count: z.number(),
  scech: z.number(),
  expiration_date: z.string().nullable(),
  badgrImage: z.string(),
  badgrIssuer: z.string(),
  entity_type: z.enum(["draft", "BadgeClass"]),
  category: z.number().optional(),
  assigned_reviewers: z.array(z.string()),
  created_by: z.string(),
  created_on: z.string(),
  updated_on: z.string(),
  submitted_by: z.string().optional(),
  decided_by: z.string().optional(),
  approved_on: z.string().optional(),
  published_by: z.string().optional(),
  published_on: z.string().optional(),
  closed_by: z.string().optional(),
  /** Its organization is archived: no list outside of it shows the credential. */
  unlisted: z.boolean().optional(),
  revision: z.number(),
  version: z.number(),
});
/** See {@link StoredCredential}. */
export type StoredCredential = z.infer<typeof StoredCredential>;

/** The long texts of step 0. */
export const StoredDetails = z.object({
  description: z.string(),
  score_description: z.string(),
  credential_resources: z.string(),
  attachments: z.array(Attachment),
});
/** See {@link StoredDetails}. */
export type StoredDetails = z.infer<typeof StoredDetails>;

/** What reviewers are told. The attachment is kept as a file; `key` names it. */
export const StoredCriteria = z.object({
  category: z.number(),
  skills: z.array(Skill),
  job_description: z.string(),
  notes: z.string(),
  support_link: z.string(),
  support_attachment: z.object({ attach_name: z.string(), attach_type: z.string(), key: z.string() }).nullable(),
});
/** See {@link StoredCriteria}. */
export type StoredCriteria = z.infer<typeof StoredCriteria>;

/** A section as stored; `position` orders them. */
export const StoredSection = z.object({
  section_id: z.string(),
  position: z.number(),
  title: z.string(),
  description: z.string(),
  rubric: z.string(),
  rubric_ext: RubricExt.nullable(),
  response_type: z.string(),
  options: z.array(z.object({ option_id: z.string(), name: z.string() })),
  options_multiple: z.boolean(),
  review_estimate: z.number(),
});
/** See {@link StoredSection}. */
export type StoredSection = z.infer<typeof StoredSection>;

/** The last decision on a submitted credential. */
const StoredDecision = z.object({ feedback: z.string() });

/** A credential with its texts and sections. */
export interface WholeCredential {
  readonly credential: StoredCredential;
  readonly details: StoredDetails;
  readonly criteria?: StoredCriteria;
  readonly sections: readonly StoredSection[];
  readonly feedback?: string;
}

/** The parts of a credential that are items of their own, and where its decision's feedback lies. */
const contentPrefix = "CONTENT#";
const decisionKey = (cred_id: string) => ({ pk: keys.credential(cred_id).pk, sk: `${contentPrefix}DECISION` });

/** Reads a credential whole, in one round; undefined when there is none. */
export async function readWhole(cred_id: string): Promise<WholeCredential | undefined> {
  const key = keys.credential(cred_id);
  const [credential, content] = await Promise.all([
    get(StoredCredential, key),
    queryAll({ pk: key.pk, prefix: contentPrefix }),
  ]);
  return credential && { credential, ...contentOf(content, contentPrefix) };
}

/** Sorts the items of a working copy or of a revision into its parts. */
export function contentOf(items: readonly Item[], prefix: string): Omit<WholeCredential, "credential"> {
  const part = (name: string) => items.find(({ sk }) => sk === `${prefix}${name}`);
  const criteria = part("CRITERIA");
  const decision = part("DECISION");
  return {
    details: StoredDetails.parse(part("DETAILS")),
    ...(criteria && { criteria: StoredCriteria.parse(criteria) }),
    ...(decision && { feedback: StoredDecision.parse(decision).feedback }),
    sections: items
      .filter(({ sk }) => sk.startsWith(`${prefix}SECTION#`))
      .map((item) => StoredSection.parse(item))
      .toSorted((a, b) => a.position - b.position),
  };
}

/** How a member of the credential's organization looks at it. */
export const viewerOf = (actor: Actor, { created_by }: Pick<StoredCredential, "created_by">): Viewer => ({
  role: actor.role,
  actions: actor.actions,
  own: created_by === actor.user_id,
});

/** Whether a credential lies within the reach of the actor's permission: his organization's, or with `s` his own. */
export const isWithinReach = (actor: Actor, credential: Pick<StoredCredential, "organization_id" | "created_by">) =>
  credential.organization_id === actor.organization_id &&
  (actor.reach === "organization" || (actor.reach === "own" && credential.created_by === actor.user_id));

/** Reads a credential the actor may act on. Anybody else's is not found. */
export async function loadOwn(cred_id: string, actor: Actor): Promise<WholeCredential> {
  const whole = await readWhole(cred_id);
  if (!whole || !isWithinReach(actor, whole.credential)) throw new Problem("resource.not-found");
  return whole;
}

/** Refuses when somebody changed the credential since the caller read it; without a version nothing is compared. */
export function requireVersion({ version }: StoredCredential, seen: number | undefined): void {
  if (seen !== undefined && seen !== version) throw new Problem("credential.changed");
}

const openViews = (credential: StoredCredential): string[] => {
  const price = (credential.price_cents ?? 0) > 0 ? "paid" : "free";
  const either = <Value>(value: Value): (Value | undefined)[] => [undefined, value];
  return either(credential.category).flatMap((category) =>
    either<"free" | "paid">(price).flatMap((price) =>
      either(credential.scech > 0).map((scech) => views.openCredentials({ category, price, scech })),
    ),
  );
};

const staffViews = ({ organization_id, created_by: creator, status }: StoredCredential): string[] => [
  views.credentials(organization_id),
  views.credentials(organization_id, { status }),
  views.credentials(organization_id, { creator }),
  views.credentials(organization_id, { creator, status }),
];

const publicViews = (credential: StoredCredential): string[] => {
  if (credential.unlisted) return [];
  const live = credential.status === "published";
  const reviewed = live || credential.status === "closed";
  return [
    ...(live ? openViews(credential) : []),
    ...(reviewed ? credential.assigned_reviewers.map((reviewer) => views.assignedCredentials(reviewer)) : []),
  ];
};

/** The steps that list a credential where it belongs now. Rows that others read carry the organization's id in their sort key. */
export function listSteps(before: StoredCredential | undefined, after: StoredCredential): Step[] {
  const { cred_id, organization_id, published_on } = after;
  const reference = keys.credential(cred_id);
  const publicSort = [published_on, cred_id, organization_id].join("#");
  return [
    ...relist(reference, cred_id, before ? staffViews(before) : [], staffViews(after)),
    ...relist(reference, publicSort, before ? publicViews(before) : [], publicViews(after)),
  ];
}

/** The organization's id in the sort key of a public row. */
export const organizationOfSort = (sort: string): string => sort.slice(sort.lastIndexOf("#") + 1);

/** Somewhere on Earth the day after a date begins that early. */
const NEXT_DAY_BEGINS = "T10:00:00.000Z";

/** When the clock looks whether a credential has expired: as soon as its date can be over in any time zone. */
export const deadlinesOf = ({
  status,
  expiration_date,
}: Pick<StoredCredential, "status" | "expiration_date">): Deadlines =>
  status === "published" && expiration_date !== null
    ? { "credential-expiry": `${expiration_date.slice(0, 10)}${NEXT_DAY_BEGINS}` }
    : {};

/** What a change may set on a credential. */
export type CredentialChange = Partial<
  Omit<StoredCredential, "cred_id" | "organization_id" | "created_by" | "version">
>;

/**
 * The steps that change a credential with its lists, and the credential as it will be. They hold only while nobody else
 * changed it: `credential.changed`.
 */
export function changeSteps(
  before: StoredCredential,
  set: CredentialChange,
): { steps: Step[]; after: StoredCredential } {
  const changes = { ...set, updated_on: clock.iso() };
  const after: StoredCredential = { ...before, ...changes, version: before.version + 1 };
  return {
    after,
    steps: [
      change(
        keys.credential(before.cred_id),
        { set: changes },
        { where: { version: before.version }, otherwise: new Problem("credential.changed") },
      ),
      ...listSteps(before, after),
      ...schedule(keys.credential(before.cred_id), deadlinesOf(before), deadlinesOf(after)),
      ...(after.status === "published" && set.assigned_reviewers
        ? [dueSoon("reviewer-offers", keys.credential(before.cred_id))]
        : []),
    ],
  };
}

/** The steps that take a credential out of the lists outside of its organization, or put it back, without the audit row. */
export function unlistSteps(before: StoredCredential, unlisted: boolean): Step[] {
  const set = { unlisted: unlisted || undefined };
  return [
    change(keys.credential(before.cred_id), { set }, { where: { version: before.version } }),
    ...listSteps(before, { ...before, ...set }),
  ];
}

/** The step that keeps the feedback of a decision. */
export const feedbackStep = (cred_id: string, feedback: string): Step => put(decisionKey(cred_id), { feedback });

/** What the reviewer of one submission earns, in cents. */
export const payCentsOf = ({ hourly_rate_cents, review_minutes }: StoredCredential): number =>
  reviewerPayCents(hourly_rate_cents, review_minutes);

/** Today's date where the actor's organization is. */
export const todayOf = (actor: Actor): string => dateIn(actor.organization!.timezone, clock.now());

/** What keeps a credential from going live today. */
export function faultsOf({ credential, details, criteria, sections }: WholeCredential, today: string): PublishFault[] {
  const candidate: PublishCandidate = {
    credential_details: { ...details, title: credential.title, expiration_date: credential.expiration_date },
    sectionCount: sections.length,
    reviewer_criteria: criteria,
    assigned_reviewers: credential.assigned_reviewers,
    priceCents: credential.price_cents,
    payCents: payCentsOf(credential),
  };
  return publishFaults(candidate, today);
}

/** Refuses a credential that may not go live today: the expiration date first, then everything that is missing. */
export function requirePublishable(whole: WholeCredential, today: string): void {
  const faults = faultsOf(whole, today);
  if (faults.length === 0) return;
  const expired = faults.find(({ field }) => field === "expiration_date");
  if (expired) throw new Problem("credential.expired", { fields: { [expired.field]: expired.message } });
  throw new Problem("credential.incomplete", {
    message: faults[0]!.message,
    fields: Object.fromEntries(faults.map(({ field, message }) => [field, message])),
  });
}

/** The audit row of what an actor, or the clock as "system", did to a credential. */
export const recordStep = (
  type: Extract<EventName, `credential.${string}`>,
  actor: Pick<Actor, "user_id">,
  { cred_id, organization_id, created_by, status }: StoredCredential,
  to = status,
): Step =>
  audit(type, {
    organization_id,
    actor_id: actor.user_id,
    subject_id: cred_id,
    cred_id,
    user_id: created_by,
    from: status,
    to,
  });
