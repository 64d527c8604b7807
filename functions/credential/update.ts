import type * as z from "zod";
import { laterSeatDays, usualClock, withLaterSeatDays } from "../../shared/credential/decision-days.ts";
import { update } from "../../shared/credential/draft-calls.ts";
import { partOfWizardStep } from "../../shared/credential/rules.ts";
import type { CriteriaStep } from "../../shared/credential/steps.ts";
import { Problem } from "../../shared/http/problem.ts";
import { centsOf, priceFault } from "../../shared/platform/money.ts";
import type { Actor } from "../chain/actor.ts";
import { implement } from "../chain/implement.ts";
import { requireId } from "../chain/require-id.ts";
import { readStandings } from "../user/model/reviewer-standing.ts";
import { cleanText } from "./model/clean-text.ts";
import { detailsEdit } from "./model/details.ts";
import { type Edit, saveEdit } from "./model/editing.ts";
import { supportFile } from "./model/files.ts";
import { loadForStaff, requireEditableCredential } from "./model/guards.ts";
import { payCentsOf, type StoredCredential, type WholeCredential } from "./model/record.ts";
import { requireReviewers, requireSomebody } from "./model/reviewers.ts";
import { snapshotSteps } from "./model/revision.ts";
import { dropSteps } from "./model/unfinished.ts";

type Input = z.output<(typeof update)["input"]>;

const refuse = (field: string, message: string) =>
  new Problem("input.invalid", { message, fields: { [field]: message } });

/** Step 2. The names of the skills are those of the lookup; the attachment is stored as a file. */
async function criteriaEdit(input: CriteriaStep, actor: Actor, { criteria }: WholeCredential): Promise<Edit> {
  const { category, hourly_rate, support_link } = input;
  const { second_review = criteria?.second_review ?? null, appeals = criteria?.appeals ?? null } = input;
  const at = (field: string) => `reviewer_criteria.${field}`;
  const { chosenSkills } = await import("./model/lookups/skills.ts");
  const skills = chosenSkills(
    category,
    input.skills.map(({ skill_id }) => skill_id),
  );
  if (!skills) throw refuse(at("skills"), "Choose skills from this category.");
  const calibration = input.calibration ?? criteria?.calibration ?? "off";
  const { file, steps } = await supportFile(input.support_attachment, criteria?.support_attachment ?? null, actor);
  return {
    steps,
    set: { category, hourly_rate_cents: centsOf(hourly_rate) },
    criteria: {
      category,
      skills: skills.map(({ skill_id, name }) => ({ skill_id, name })),
      job_description: await cleanText(input.job_description, at("job_description"), "Description is required"),
      notes: await cleanText(input.notes, at("notes"), "Notes is required"),
      support_link,
      support_attachment: file,
      clock:
        input.clock !== undefined
          ? input.clock && { reviewer_days: criteria?.clock?.reviewer_days, ...input.clock }
          : criteria
            ? (criteria.clock ?? null)
            : usualClock,
      ai_policy: input.ai_policy !== undefined ? input.ai_policy : (criteria?.ai_policy ?? null),
      ...withLaterSeatDays({ second_review, appeals }, laterSeatDays(criteria)),
      calibration,
      seeded_anchors: calibration === "required" && (input.seeded_anchors ?? criteria?.seeded_anchors ?? false),
    },
  };
}

/** Step 4. A price above 0 has to cover the reviewer's pay, and so does one of its own for renewing. */
function priceEdit(price: number, renewal: number | null | undefined, credential: StoredCredential): Edit {
  const price_cents = centsOf(price);
  const payCents = payCentsOf(credential);
  const fault = priceFault(price_cents, payCents);
  if (fault) throw refuse("price", fault);
  if (renewal === undefined) return { set: { price_cents } };
  const renewal_price_cents = renewal === null ? undefined : centsOf(renewal);
  const renewalFault = renewal_price_cents === undefined ? undefined : priceFault(renewal_price_cents, payCents);
  if (renewalFault) throw refuse("renewal_price", renewalFault);
  const isOther = renewal_price_cents !== credential.renewal_price_cents;
  return { set: { price_cents, ...(isOther && { renewal_price_cents }) } };
}

/** Step 3. Once the credential was published somebody who may review stays on the list. */
async function reviewersEdit(assigned_reviewers: string[], { credential, criteria }: WholeCredential): Promise<Edit> {
  const before = credential.assigned_reviewers;
  const standings = await readStandings([...new Set([...assigned_reviewers, ...before])]);
  requireReviewers(standings, credential, assigned_reviewers);
  const isLive = credential.status === "published" || credential.status === "closed";
  const steps = isLive ? requireSomebody(standings, { ...credential, assigned_reviewers }, { criteria, before }) : [];
  return { set: { assigned_reviewers }, steps };
}

async function editOf(input: Input, actor: Actor, whole: WholeCredential): Promise<Edit> {
  const { credential } = whole;
  requireId("reviewer_criteria.cred_id", input.reviewer_criteria?.cred_id, credential.cred_id);
  if (input.credential_details) return detailsEdit(input.credential_details, actor, whole);
  if (input.reviewer_criteria) return criteriaEdit(input.reviewer_criteria, actor, whole);
  if (input.assigned_reviewers) return reviewersEdit(input.assigned_reviewers, whole);
  return priceEdit(input.price!, input.renewal_price, credential);
}

/** Saves one step. A new price on a published credential makes a new revision; applications keep the one they know. */
export const handler = implement(update, async (input, { actor, commit }) => {
  const { credential_id, btnType } = input;
  const [whole, finished] = await Promise.all([
    loadForStaff(credential_id, actor),
    btnType ? dropSteps(actor.user_id, credential_id, input.step) : [],
  ]);
  const { credential } = whole;
  const part = partOfWizardStep[input.step];
  requireEditableCredential(actor, whole, part);
  const { set, ...parts } = await editOf(input, actor, whole);
  const step = Math.max(credential.step, input.step);
  const repriced = credential.status === "published" && set.price_cents !== undefined;
  const next = { ...credential, ...set };
  const changed =
    repriced &&
    (next.price_cents !== credential.price_cents || next.renewal_price_cents !== credential.renewal_price_cents);
  const edit = { ...parts, set: { ...set, step, ...(changed && { revision: credential.revision + 1 }) } };
  const extra = changed ? snapshotSteps : undefined;
  return saveEdit(whole, edit, { part, actor, commit, seen: input.version, finished }, extra);
});
