/**
 * What the walk may try. `trespass` is done by somebody who may not; `choose` puts a reviewer on the credential's list, and
 * `follow` is the clock that brings lists and offers up to what was changed.
 */
export const commands = [
  "apply",
  "begin",
  "payByCard",
  "payByDeclinedCard",
  "payByDisputedCard",
  "payByPayPal",
  "hesitate",
  "winDispute",
  "loseDispute",
  "refund",
  "trespass",
  "save",
  "submit",
  "take",
  "release",
  "reassign",
  "suspend",
  "reinstate",
  "choose",
  "follow",
  "acceptSection",
  "rejectSection",
] as const;
export type Command = (typeof commands)[number];

/** Something for each of the two reviewers. */
export type Both<Value> = [Value, Value];

/** What all learners have in common: who is suspended, and who is on the list of each credential. */
export interface Desk {
  suspended: Both<boolean>;
  readonly listed: Record<string, Both<boolean>>;
}

/** Nobody suspended, and both on every list. */
export const newDesk = (credentials: readonly Pick<Purchase, "credential_id">[]): Desk => ({
  suspended: [false, false],
  listed: Object.fromEntries(credentials.map(({ credential_id }) => [credential_id, [true, true]])),
});

type Work = "notSubmitted" | "draft" | "submitted" | "accepted" | "rejected";

/** One learner's way through one credential, as it should stand by the rules. */
export interface Purchase {
  readonly credential_id: string;
  readonly priceCents: number;
  /** Known once applied. */
  application_id?: string;
  application:
    | "none"
    | "applied"
    | "ready"
    | "draft"
    | "submitted"
    | "reviewing"
    | "revisionNeeded"
    | "completed"
    | "closed";
  payment?: "open" | "paid" | "credited" | "disputed" | "lost";
  creditCents: number;
  job?: {
    status: "open" | "accepted" | "reviewing" | "revisionNeeded" | "completed" | "withdrawn";
    acceptor?: 0 | 1;
    /** Whom it is offered to while it is open, and from whom it was taken. */
    offered: Both<boolean>;
    passedOver: Both<boolean>;
  };
  sections: [Work, Work];
  /** The verdicts of the round under review, which are its reviewer's alone. */
  verdicts: Both<"accepted" | "rejected" | undefined>;
  round: number;
}

/** A learner with product credit, free and held. */
export interface Learner {
  readonly desk: Desk;
  balanceCents: number;
  heldCents: number;
  readonly purchases: readonly Purchase[];
}

/** Which reviewer and which section a step is about. */
export interface About {
  readonly by: 0 | 1;
  readonly section: 0 | 1;
}

/** A learner who has not applied for anything yet. */
export const newLearner = (
  desk: Desk,
  credentials: readonly Pick<Purchase, "credential_id" | "priceCents">[],
): Learner => ({
  desk,
  balanceCents: 0,
  heldCents: 0,
  purchases: credentials.map((each) => ({
    ...each,
    application: "none",
    creditCents: 0,
    sections: ["notSubmitted", "notSubmitted"],
    verdicts: [undefined, undefined],
    round: 0,
  })),
});

/** One of the commands that would change something now; undefined when there is none. */
export function chosen(learner: Learner, purchase: Purchase, about: About, pick: number): Command | undefined {
  const moving = commands.filter((command) => {
    const copy = structuredClone(learner) as Learner;
    const twin = copy.purchases[learner.purchases.indexOf(purchase)]!;
    model(command, copy, twin, about);
    return JSON.stringify(copy) !== JSON.stringify(learner);
  });
  return moving[pick % moving.length];
}

/**
 * What the rule pages of submission, job and payment say of a command, with its effect on the model: `done` (a repeat is done too, and
 * changes nothing), `refused`, or `impossible` where there is nothing to send.
 */
export function model(
  command: Command,
  learner: Learner,
  purchase: Purchase,
  about: About,
): "done" | "refused" | "impossible" {
  const { payment } = purchase;
  if ((command === "winDispute" || command === "loseDispute") && payment !== "disputed") return "impossible";
  return steps[command](learner, purchase, about) ? "done" : "refused";
}

type Step = (learner: Learner, purchase: Purchase, about: About) => boolean;

const mayStart = ({ application, payment, priceCents }: Purchase) =>
  application === "applied" && priceCents > 0 && payment === undefined;

/** Starting holds credit; where it covers the price the purchase is finished. Answers whether something is left to pay. */
function start(learner: Learner, purchase: Purchase): boolean {
  if (purchase.payment === "open") return true;
  if (!mayStart(purchase)) return false;
  purchase.creditCents = Math.min(purchase.priceCents, learner.balanceCents);
  learner.balanceCents -= purchase.creditCents;
  if (purchase.creditCents === purchase.priceCents) {
    Object.assign(purchase, { payment: "paid", application: "ready" });
    return false;
  }
  learner.heldCents += purchase.creditCents;
  purchase.payment = "open";
  return true;
}

function pay(learner: Learner, purchase: Purchase): boolean {
  if (!start(learner, purchase)) return false;
  learner.heldCents -= purchase.creditCents;
  Object.assign(purchase, { payment: "paid", application: "ready" });
  return true;
}

const inLearnersHands = ({ application }: Purchase) => ["ready", "draft", "revisionNeeded"].includes(application);

function close(purchase: Purchase): void {
  if (["none", "applied", "completed", "closed"].includes(purchase.application)) return;
  purchase.application = "closed";
  if (purchase.job) purchase.job.status = "withdrawn";
}

const mayReview = ({ suspended, listed }: Desk, credential_id: string, by: 0 | 1) =>
  listed[credential_id]![by] && !suspended[by];

const isUnderReview = ({ job }: Purchase) => job?.status === "accepted" || job?.status === "reviewing";

function grade(verdict: "accepted" | "rejected"): Step {
  return (_, purchase, { by, section }) => {
    const { job, sections, verdicts } = purchase;
    if (job?.acceptor !== by) return false;
    if ((verdicts[section] ?? sections[section]) === verdict) return true;
    if (!isUnderReview(purchase) || sections[section] !== "submitted") return false;
    verdicts[section] = verdict;
    job.status = "reviewing";
    if (sections.some((each, index) => each === "submitted" && verdicts[index] === undefined)) return true;
    purchase.sections = [verdicts[0] ?? sections[0], verdicts[1] ?? sections[1]];
    purchase.verdicts = [undefined, undefined];
    job.status = purchase.sections.includes("rejected") ? "revisionNeeded" : "completed";
    purchase.application = job.status;
    return true;
  };
}

const steps: Readonly<Record<Command, Step>> = {
  apply(_, purchase) {
    if (purchase.application !== "none" && purchase.application !== "closed") return false;
    Object.assign(purchase, { payment: undefined, job: undefined, creditCents: 0, round: 0 });
    purchase.verdicts = [undefined, undefined];
    purchase.sections = ["notSubmitted", "notSubmitted"];
    purchase.application = purchase.priceCents === 0 ? "ready" : "applied";
    return true;
  },
  begin(learner, purchase) {
    if (purchase.payment !== undefined) return true;
    if (!mayStart(purchase)) return false;
    start(learner, purchase);
    return true;
  },
  payByCard: pay,
  payByPayPal: pay,
  payByDeclinedCard(learner, purchase) {
    start(learner, purchase);
    return false;
  },
  payByDisputedCard(learner, purchase) {
    if (!pay(learner, purchase)) return false;
    purchase.payment = "disputed";
    return true;
  },
  hesitate: start,
  winDispute(_, purchase) {
    purchase.payment = "paid";
    return true;
  },
  loseDispute(learner, purchase) {
    purchase.payment = "lost";
    learner.balanceCents += purchase.creditCents;
    close(purchase);
    return true;
  },
  refund(learner, purchase) {
    if (purchase.payment !== "paid") return false;
    purchase.payment = "credited";
    learner.balanceCents += purchase.priceCents;
    close(purchase);
    return true;
  },
  trespass: () => false,
  save(_, purchase, { section }) {
    if (!inLearnersHands(purchase) || purchase.sections[section] === "accepted") return false;
    purchase.sections[section] = "draft";
    if (purchase.application === "ready") purchase.application = "draft";
    return true;
  },
  submit({ desk }, purchase) {
    if (purchase.application === "submitted" || purchase.application === "reviewing") return true; // the same again
    if (!inLearnersHands(purchase)) return false;
    for (const index of [0, 1] as const)
      if (purchase.sections[index] !== "accepted") purchase.sections[index] = "submitted";
    purchase.round += 1;
    if (purchase.job) purchase.job.status = "reviewing";
    purchase.application = purchase.job ? "reviewing" : "submitted";
    purchase.job ??= { status: "open", offered: [...desk.listed[purchase.credential_id]!], passedOver: [false, false] };
    return true;
  },
  take({ desk }, purchase, { by }) {
    const { job, credential_id } = purchase;
    if (job?.acceptor === by) return true;
    if (job?.status !== "open" || !job.offered[by] || !mayReview(desk, credential_id, by)) return false;
    Object.assign(job, { status: "accepted", acceptor: by });
    purchase.application = "reviewing";
    return true;
  },
  release(_, purchase, { by }) {
    const { job } = purchase;
    if (job?.status === "open") return job.offered[by];
    if (job?.acceptor !== by || !isUnderReview(purchase)) return false;
    Object.assign(job, { status: "open", acceptor: undefined });
    purchase.application = "submitted";
    return true;
  },
  reassign({ desk }, purchase) {
    const { job, credential_id } = purchase;
    if (job?.status === "open") return job.passedOver.includes(true);
    if (job?.acceptor === undefined || !isUnderReview(purchase)) return false;
    const { acceptor } = job;
    const other = acceptor === 0 ? 1 : 0;
    if (job.passedOver[other] || !mayReview(desk, credential_id, other)) return false;
    job.passedOver[acceptor] = true;
    job.offered[acceptor] = false;
    Object.assign(job, { status: "open", acceptor: undefined });
    purchase.application = "submitted";
    return true;
  },
  suspend({ desk }, _, { by }) {
    desk.suspended[by] = true;
    return true;
  },
  reinstate({ desk }, _, { by }) {
    desk.suspended[by] = false;
    return true;
  },
  choose({ desk }, { credential_id }, { by }) {
    const listed = desk.listed[credential_id]!;
    if (desk.suspended[by] && !listed[by]) return false;
    const after = ([0, 1] as const).filter((each) => listed[each] || each === by);
    if (after.every((each) => desk.suspended[each])) return false;
    listed[by] = true;
    return true;
  },
  follow({ desk, purchases }) {
    for (const listed of Object.values(desk.listed))
      for (const each of [0, 1] as const) if (desk.suspended[each]) listed[each] = false;
    for (const { job, credential_id } of purchases)
      if (job?.status === "open")
        for (const each of [0, 1] as const)
          job.offered[each] = desk.listed[credential_id]![each] && !job.passedOver[each];
    return true;
  },
  acceptSection: grade("accepted"),
  rejectSection: grade("rejected"),
};
