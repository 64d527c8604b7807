/**
 * What the walk may try. `follow` is the clock that brings lists and offers up to what was changed, `lapse` the one that ends
 * the days of whoever accepted, and of later seats; the verdicts on a table are given with all its marks, with some and with none.
 */
export const commands = [
  "submit",
  "take",
  "release",
  "reassign",
  "suspend",
  "reinstate",
  "follow",
  "accept",
  "acceptShort",
  "reject",
  "rejectShort",
  "rejectFull",
  "rejectUnasked",
  "takeBack",
  "lapse",
  "ruleAccepted",
  "ruleRejected",
  "chooseFirst",
  "chooseSecond",
  "appeal",
  "withdrawAppeal",
  "refund",
] as const;
export type Command = (typeof commands)[number];

/** Four reviewers by their place, and the two sections: one without marks, one with a table. */
export type Reviewer = 0 | 1 | 2 | 3;
export const reviewers = [0, 1, 2, 3] as const satisfies readonly Reviewer[];
export type Section = 0 | 1;
const bothSections = [0, 1] as const satisfies readonly Section[];

/** What a verdict says, with the marks on the table's two criteria: 10 and 5 points, 5 make progress, 10 complete. */
export interface Verdict {
  readonly accepts: boolean;
  readonly marks: readonly [boolean, boolean];
  /** They reject it knowing that its points are enough. */
  readonly confirmed?: true;
}

export const verdicts = {
  accept: { accepts: true, marks: [true, true] },
  acceptShort: { accepts: true, marks: [false, true] },
  reject: { accepts: false, marks: [false, false] },
  rejectShort: { accepts: false, marks: [false, true] },
  rejectFull: { accepts: false, marks: [true, false], confirmed: true },
  rejectUnasked: { accepts: false, marks: [true, false] },
} as const satisfies Partial<Record<Command, Verdict>>;
type VerdictCommand = keyof typeof verdicts;

/** What all submissions have in common. */
export interface Desk {
  readonly suspended: [boolean, boolean, boolean, boolean];
  readonly listed: [boolean, boolean, boolean, boolean];
}

export type SeatName = "first" | "second" | "third" | "appeal";

export interface Seat {
  readonly seat: SeatName;
  readonly round: number;
  status: "open" | "accepted" | "reviewing" | "awaitingResult" | "revisionNeeded" | "completed" | "withdrawn";
  acceptor?: Reviewer | undefined;
  /** Its reviewer has days of their own: from accepting on, to the next resubmission. */
  hasDays?: boolean;
  offered: Reviewer[];
  passedOver: Reviewer[];
  /** Who had it before and has it no more. */
  readonly had: Reviewer[];
  /** The sections a later seat is about; a first seat is about all that was handed in. */
  readonly about?: readonly Section[];
  /** By section: what was said in the round under review, or in a later seat's own, and by whom. */
  said: Partial<Record<Section, Verdict & { readonly by: Reviewer }>>;
}

/** One learner's submission, as it should stand by the rules. */
export interface Submission {
  readonly isPaid: boolean;
  readonly isReviewedTwice: boolean;
  status: "ready" | "submitted" | "reviewing" | "revisionNeeded" | "completed" | "closed";
  isCredited: boolean;
  round: number;
  sections: [
    "notSubmitted" | "submitted" | "accepted" | "rejected",
    "notSubmitted" | "submitted" | "accepted" | "rejected",
  ];
  /** Who decided a section in a round before. */
  decidedBy: [Reviewer | undefined, Reviewer | undefined];
  /** All there ever were, the first one first. */
  seats: Seat[];
  /** Where its one appeal stands. */
  appeal?: "filed" | "withdrawn" | "upheld" | "overturned" | "closed" | undefined;
  /** What an admin is asked, and about which sections. */
  asked?: { readonly because: "contradiction" | "noThirdReviewer"; readonly sections: readonly Section[] } | undefined;
}

/** Which reviewer and which section a step is about. */
export interface About {
  readonly by: Reviewer;
  readonly section: Section;
}

/** A submission that waits for its learner. */
export const newSubmission = (terms: Pick<Submission, "isPaid" | "isReviewedTwice">): Submission => ({
  ...terms,
  status: "ready",
  isCredited: false,
  round: 0,
  sections: ["notSubmitted", "notSubmitted"],
  decidedBy: [undefined, undefined],
  seats: [],
});

/** What happens seldom, so that most rounds come to an end. */
const seldom: readonly Command[] = [
  "release",
  "reassign",
  "suspend",
  "reinstate",
  "takeBack",
  "lapse",
  "withdrawAppeal",
  "refund",
];

/** A command, and which reviewer and section it is about. */
export interface Move {
  readonly command: Command;
  readonly about: About;
}

const abouts: readonly About[] = reviewers.flatMap((by) => bothSections.map((section) => ({ by, section })));

/** All moves that would change something of a submission now, by command: of those that happen seldom, or of all else. */
export function movesOf({ desk, submissions }: World, index: number, isSeldom: boolean): Move[][] {
  const alone: World = { desk, submissions: [submissions[index]!] };
  const now = JSON.stringify(alone);
  const moves = commands
    .filter((command) => seldom.includes(command) === isSeldom)
    .map((command) =>
      abouts
        .map((about) => ({ command, about }))
        .filter(({ about }) => {
          const copy = structuredClone(alone) as World;
          model(command, copy, 0, about);
          return JSON.stringify(copy) !== now;
        }),
    );
  return moves.filter((each) => each.length > 0);
}

/** The desk with all submissions on it. */
export interface World {
  readonly desk: Desk;
  readonly submissions: Submission[];
}

/**
 * What shared/review/README.md says of a command, with its effect on the model: `refused`, or `impossible` where there is
 * nothing to send.
 */
export function model(command: Command, all: World, index: number, about: About): "done" | "refused" | "impossible" {
  const submission = all.submissions[index]!;
  if (command in verdicts) return decide(submission, about, verdicts[command as VerdictCommand]);
  return steps[command as Exclude<Command, VerdictCommand>](submission, about, all);
}

type Step = (submission: Submission, about: About, all: World) => "done" | "refused" | "impossible";

/** The seat that is under review now, open or in somebody's hands. */
export const current = ({ seats, round }: Submission): Seat | undefined =>
  seats.find(
    (each) =>
      (each.seat === "first" || each.round === round) && ["open", "accepted", "reviewing"].includes(each.status),
  );

const mayReview = ({ suspended, listed }: Desk, by: Reviewer) => listed[by] && !suspended[by];

const aboutOf = ({ sections }: Submission, { about }: Seat): readonly Section[] =>
  about ?? bothSections.filter((each) => sections[each] === "submitted");

/** Whoever has the seat that is under review. */
const inHand = (submission: Submission, by: Reviewer): Seat | undefined => {
  const seat = current(submission);
  return seat?.acceptor === by ? seat : undefined;
};

function decide(submission: Submission, { by, section }: About, given: Verdict): "done" | "refused" | "impossible" {
  const { accepts, marks, confirmed } = given;
  const seat = inHand(submission, by);
  if (!seat || !aboutOf(submission, seat).includes(section)) return "impossible";
  const said = { accepts, marks: section === 0 ? ([true, true] as const) : marks, by };
  const before = seat.said[section];
  if (before?.accepts === accepts && before.marks.join() === said.marks.join()) return "done"; // heard before
  if (section === 1 && accepts !== marks[0] && !confirmed) return "refused";
  seat.said[section] = said;
  seat.status = "reviewing";
  if (aboutOf(submission, seat).every((each) => seat.said[each])) finish(submission, seat);
  return "done";
}

/** A seat's reviewer has decided all that it is about. */
function finish(submission: Submission, seat: Seat): void {
  const [first, second] = seatsOfRound(submission);
  if (seat.seat === "appeal") {
    const contradicted = seat.about!.filter(
      (each) => each === 1 && seat.said[each]!.accepts !== seat.said[each]!.marks[0],
    );
    if (contradicted.length === 0) answer(submission, first!, seat);
    else {
      seat.status = "awaitingResult";
      submission.asked = { because: "contradiction", sections: contradicted };
    }
    return;
  }
  if (seat === first && !submission.isReviewedTwice) {
    finalize(submission);
    return;
  }
  seat.status = "awaitingResult";
  if (seat === first) openNext(submission, "second", aboutOf(submission, first));
  else if (seat === second) {
    const disputed = second.about!.filter((each) => !agree(each, first!.said[each]!, second.said[each]!));
    if (disputed.length > 0) openNext(submission, "third", disputed);
    else finalize(submission);
  } else {
    const contradicted = seat.about!.filter((each) => {
      const { accepts, marks } = majority(submission, each);
      return each === 1 && accepts !== marks[0];
    });
    if (contradicted.length > 0) submission.asked = { because: "contradiction", sections: contradicted };
    else finalize(submission);
  }
}

/** What the seat of an appeal accepts is accepted, or an admin where they are asked; what it rejects stays as it was. */
function answer(submission: Submission, first: Seat, seat: Seat, ruled?: "accepted" | "rejected"): void {
  const { asked } = submission;
  submission.asked = undefined;
  const accepted = seat.about!.filter((each) =>
    asked?.sections.includes(each) ? ruled === "accepted" : seat.said[each]!.accepts,
  );
  for (const each of accepted) submission.sections[each] = "accepted";
  submission.appeal = accepted.length > 0 ? "overturned" : "upheld";
  seat.status = "completed";
  passOver(first, [seat.acceptor!, ...seat.had]);
  if (submission.sections.includes("rejected")) return;
  first.status = "completed";
  submission.status = "completed";
}

const seatsOfRound = ({ seats, round }: Submission): Seat[] =>
  seats.filter((each) => each.seat === "first" || each.round === round);

const progressOf = (marks: readonly [boolean, boolean]) => (marks[0] ? "completed" : marks[1] ? "making" : "none");

const agree = (section: Section, one: Verdict, other: Verdict): boolean =>
  one.accepts === other.accepts &&
  (section === 0 || (progressOf(one.marks) === progressOf(other.marks) && one.marks.join() === other.marks.join())); // 80 % of two

/** What two of three say, by verdict and by criterion. */
function majority(submission: Submission, section: Section): Verdict {
  const all = seatsOfRound(submission).map(({ said }) => said[section]!);
  const most = (of: (said: Verdict) => boolean) => all.filter(of).length > 1;
  return {
    accepts: most(({ accepts }) => accepts),
    marks: [most(({ marks }) => marks[0]), most(({ marks }) => marks[1])],
  };
}

/** Another seat is open to those who had none; they are offered it when the clock follows. */
function openNext(submission: Submission, seat: SeatName, about: readonly Section[]): void {
  const { seats, decidedBy, round } = submission;
  const people = [
    ...seats.flatMap(({ acceptor, had, passedOver, said }) => [
      acceptor,
      ...had,
      ...passedOver,
      ...Object.values(said).map(({ by }) => by),
    ]),
    ...decidedBy,
  ];
  const passedOver = reviewers.filter((each) => people.includes(each));
  seats.push({ seat, round, status: "open", offered: [], passedOver, had: [], about, said: {} });
}

/** A seat is not for people any more. */
function passOver(seat: Seat, people: readonly Reviewer[]): void {
  seat.passedOver = reviewers.filter((each) => people.includes(each) || seat.passedOver.includes(each));
  seat.offered = seat.offered.filter((each) => !people.includes(each));
}

/** What the seats come to becomes the submission's; `ruled` is the verdict of an admin on what is asked. */
function finalize(submission: Submission, ruled?: "accepted" | "rejected" | "first" | "second"): void {
  const [first, ...later] = seatsOfRound(submission);
  const done = later.filter(({ status }) => status === "awaitingResult");
  const [second, third] = done;
  for (const section of aboutOf(submission, first!)) {
    const said = first!.said[section]!;
    const isDisputed = second && !agree(section, said, second.said[section]!);
    let { accepts } = said;
    if (isDisputed && ruled === "second") accepts = second.said[section]!.accepts;
    if (isDisputed && third) accepts = majority(submission, section).accepts;
    if (submission.asked?.sections.includes(section) && (ruled === "accepted" || ruled === "rejected"))
      accepts = ruled === "accepted";
    submission.sections[section] = accepts ? "accepted" : "rejected";
    submission.decidedBy[section] = said.by;
  }
  for (const seat of later) seat.status = done.includes(seat) ? "completed" : "withdrawn";
  passOver(
    first!,
    later.flatMap(({ acceptor, had }) => [...had, ...(acceptor === undefined ? [] : [acceptor])]),
  );
  const status = submission.sections.includes("rejected") ? "revisionNeeded" : "completed";
  Object.assign(first!, { status, said: {} });
  submission.status = status;
  submission.asked = undefined;
}

const rule =
  (because: "contradiction" | "noThirdReviewer", ruled: "accepted" | "rejected" | "first" | "second"): Step =>
  (submission) => {
    if (submission.asked?.because !== because) return "impossible";
    if (submission.status === "closed") return "refused"; // a refund was faster than the admin
    const seat = appealIn(submission);
    if (seat && (ruled === "accepted" || ruled === "rejected")) answer(submission, submission.seats[0]!, seat, ruled);
    else finalize(submission, ruled);
    return "done";
  };

/** The seat of an appeal that waits for its answer. */
const appealIn = ({ seats, appeal }: Submission): Seat | undefined =>
  appeal === "filed" ? seats.find(({ seat }) => seat === "appeal") : undefined;

const steps: Readonly<Record<Exclude<Command, VerdictCommand>, Step>> = {
  submit(submission) {
    if (submission.status !== "ready" && submission.status !== "revisionNeeded") return "impossible";
    if (submission.appeal === "filed") return "refused";
    for (const each of bothSections)
      if (submission.sections[each] !== "accepted") submission.sections[each] = "submitted";
    submission.round += 1;
    const [first] = submission.seats;
    if (first) Object.assign(first, { status: "reviewing", hasDays: false });
    else {
      submission.seats.push({
        seat: "first",
        round: 1,
        status: "open",
        offered: [],
        passedOver: [],
        had: [],
        said: {},
      });
    }
    submission.status = first ? "reviewing" : "submitted";
    return "done";
  },
  take(submission, { by }, { desk }) {
    const seat = current(submission);
    if (!seat || seat.acceptor === by) return "impossible";
    if (seat.status !== "open" || !seat.offered.includes(by) || !mayReview(desk, by)) return "refused";
    Object.assign(seat, { status: "accepted", acceptor: by, hasDays: true });
    if (seat.seat !== "appeal") submission.status = "reviewing";
    return "done";
  },
  release(submission, { by }) {
    const seat = inHand(submission, by);
    if (!seat) return "impossible";
    leave(submission, seat);
    return "done";
  },
  reassign(submission, _, { desk }) {
    const seat = current(submission);
    if (seat?.seat !== "first" || seat.acceptor === undefined) return "impossible";
    const { acceptor } = seat;
    const others = reviewers.filter((each) => each !== acceptor && !seat.passedOver.includes(each));
    if (!others.some((each) => mayReview(desk, each))) return "refused";
    leave(submission, seat);
    passOver(seat, [acceptor]);
    return "done";
  },
  suspend(_, { by }, { desk }) {
    if (desk.suspended[by]) return "impossible";
    desk.suspended[by] = true;
    return "done";
  },
  reinstate(_, { by }, { desk }) {
    if (!desk.suspended[by]) return "impossible";
    desk.suspended[by] = false;
    desk.listed[by] = true; // the walk puts them on the list again
    return "done";
  },
  follow(_, __, { desk, submissions }) {
    for (const each of reviewers) if (desk.suspended[each]) desk.listed[each] = false;
    for (const { seats } of submissions)
      for (const seat of seats)
        if (seat.status === "open")
          seat.offered = reviewers.filter((each) => desk.listed[each] && !seat.passedOver.includes(each));
    return "done";
  },
  takeBack(submission, { by, section }) {
    const seat = inHand(submission, by);
    if (!seat?.said[section] || !aboutOf(submission, seat).includes(section)) return "impossible";
    delete seat.said[section];
    seat.status = "reviewing";
    return "done";
  },
  lapse(_, __, { submissions }) {
    for (const submission of submissions) {
      const seat = current(submission);
      const isUntouched = seat && Object.keys(seat.said).length === 0;
      if (seat?.acceptor !== undefined && seat.hasDays && isUntouched) leave(submission, seat);
      if (seat && !isUntouched) seat.hasDays = false; // they are over, and taking back what was said brings none
      if (!seat || seat.acceptor !== undefined || submission.asked) continue;
      if (seat.seat === "first" || seat.seat === "appeal") continue;
      if (seat.seat === "second") finalize(submission);
      else submission.asked = { because: "noThirdReviewer", sections: seat.about! };
    }
    return "done";
  },
  ruleAccepted: rule("contradiction", "accepted"),
  ruleRejected: rule("contradiction", "rejected"),
  chooseFirst: rule("noThirdReviewer", "first"),
  chooseSecond: rule("noThirdReviewer", "second"),
  appeal(submission, { by, section }) {
    if (submission.status !== "revisionNeeded" || submission.appeal === "filed") return "impossible";
    if (submission.appeal !== undefined || submission.sections[section] !== "rejected") return "refused";
    submission.appeal = "filed";
    openNext(submission, "appeal", contested(submission, { by, section }));
    return "done";
  },
  withdrawAppeal(submission) {
    const seat = appealIn(submission);
    if (!seat) return "impossible";
    submission.appeal = "withdrawn";
    submission.asked = undefined;
    seat.status = "withdrawn";
    return "done";
  },
  refund(submission) {
    if (!submission.isPaid || submission.isCredited) return "impossible";
    submission.isCredited = true;
    if (submission.status === "completed") return "done";
    submission.status = "closed";
    submission.asked = undefined;
    if (submission.appeal === "filed") submission.appeal = "closed";
    for (const seat of submission.seats) if (seat.status !== "completed") seat.status = "withdrawn";
    return "done";
  },
};

/** What is appealed: one section, or in half of all cases each that was rejected. */
export const contested = ({ sections }: Submission, { by, section }: About): Section[] =>
  by % 2 === 0 ? [section] : bothSections.filter((each) => sections[each] === "rejected" || each === section);

/** The seat is open again; what was said at it stays. */
function leave(submission: Submission, seat: Seat): void {
  seat.had.push(seat.acceptor!);
  Object.assign(seat, { status: "open", acceptor: undefined, hasDays: false });
  if (seat.seat === "first") submission.status = "submitted";
}
