/** What the walk may try. `trespass` is done by somebody who may not. */
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
  "acceptSection",
  "rejectSection",
] as const;
export type Command = (typeof commands)[number];

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
  job?: { status: "open" | "accepted" | "reviewing" | "revisionNeeded" | "completed" | "withdrawn"; acceptor?: 0 | 1 };
  sections: [Work, Work];
  /** In which round each verdict was given. */
  decided: [number, number];
  round: number;
}

/** A learner with product credit, free and held. */
export interface Learner {
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
export const newLearner = (credentials: readonly Pick<Purchase, "credential_id" | "priceCents">[]): Learner => ({
  balanceCents: 0,
  heldCents: 0,
  purchases: credentials.map((each) => ({
    ...each,
    application: "none",
    creditCents: 0,
    sections: ["notSubmitted", "notSubmitted"],
    decided: [0, 0],
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

const isUnderReview = ({ job }: Purchase) => job?.status === "accepted" || job?.status === "reviewing";

function grade(verdict: "accepted" | "rejected"): Step {
  return (_, purchase, { by, section }) => {
    const { job, sections, decided, round } = purchase;
    if (job?.acceptor !== by) return false;
    if (sections[section] === verdict) return true;
    if (!isUnderReview(purchase) || !["submitted", "accepted", "rejected"].includes(sections[section])) return false;
    if (sections[section] === "accepted" && decided[section] < round) return false;
    sections[section] = verdict;
    decided[section] = round;
    const isOver = sections.every((each) => each === "accepted" || each === "rejected");
    const outcome = sections.includes("rejected") ? "revisionNeeded" : "completed";
    job.status = isOver ? outcome : "reviewing";
    if (isOver) purchase.application = outcome;
    return true;
  };
}

const steps: Readonly<Record<Command, Step>> = {
  apply(_, purchase) {
    if (purchase.application !== "none" && purchase.application !== "closed") return false;
    Object.assign(purchase, { payment: undefined, job: undefined, creditCents: 0, round: 0, decided: [0, 0] });
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
  submit(_, purchase) {
    if (!inLearnersHands(purchase)) return false;
    for (const index of [0, 1] as const)
      if (purchase.sections[index] !== "accepted") purchase.sections[index] = "submitted";
    purchase.round += 1;
    if (purchase.job) purchase.job.status = "reviewing";
    purchase.application = purchase.job ? "reviewing" : "submitted";
    purchase.job ??= { status: "open" };
    return true;
  },
  take(_, purchase, { by }) {
    if (purchase.job?.acceptor === by) return true;
    if (purchase.job?.status !== "open") return false;
    purchase.job = { status: "accepted", acceptor: by };
    purchase.application = "reviewing";
    return true;
  },
  release(_, purchase, { by }) {
    const { job } = purchase;
    if (job?.status === "open") return true;
    if (job?.acceptor !== by || !isUnderReview(purchase)) return false;
    purchase.job = { status: "open" };
    purchase.application = "submitted";
    return true;
  },
  acceptSection: grade("accepted"),
  rejectSection: grade("rejected"),
};
