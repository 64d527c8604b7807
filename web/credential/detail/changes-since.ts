import type { Credential, RejectedCredential, Section } from "../../../shared/credential/credential.ts";
import { aiPolicySentence } from "../../content/credential/ai-policy.ts";
import { answeredBy } from "../../content/credential/section-card.tsx";
import { linesOf } from "../../content/review/changes.ts";
import { calendarDate, counted, duration, money } from "../../ui/look/format.ts";

/** A part of a credential whose text is another one now. */
export interface Change {
  readonly label: string;
  readonly before: string;
  readonly now: string;
}

type Compared = Omit<RejectedCredential, "on">;

/** A rubric as plain lines: its text, or each criterion with what passes and what does not. */
function rubricOf({ rubric, rubric_ext }: Section): string {
  if (!rubric_ext) return linesOf(rubric);
  const { criteria, making_progress, completed } = rubric_ext;
  return [
    ...criteria.flatMap(({ criteria: name, achieved, notachieved, score }) => [
      `${name} (${counted(score, "point")})`,
      `Passing: ${achieved}`,
      `Not passing: ${notachieved}`,
    ]),
    `Completed at ${completed}, Making Progress at ${making_progress}`,
  ].join("\n");
}

const partsOfSection = (section: Section): [string, string][] => [
  ["title", section.title],
  ["description", linesOf(section.description)],
  ["answer", answeredBy(section.response_type)],
  [
    "choices",
    [...section.options.map(({ name }) => name), section.options_multiple ? "Several" : ""].join("\n").trim(),
  ],
  ["review time", duration(section.review_estimate)],
  ["rubric", rubricOf(section)],
];

const days = (count: number | undefined, usual: number) => counted(count ?? usual, "working day");

/** Everything besides sections and people, each under the name that its field has. */
function partsOf({
  title,
  price,
  renewal_price,
  credential_details: details,
  reviewer_criteria: criteria,
}: Compared): [string, string][] {
  const { clock, ai_policy, second_review, appeals, calibration, seeded_anchors } = criteria ?? {};
  return [
    ["Title", title],
    ["Description", linesOf(details.description)],
    ["Score description", linesOf(details.score_description)],
    ["Upload description", linesOf(details.credential_resources)],
    ["Attachments", details.attachments.map(({ name }) => name).join("\n")],
    ["Expiration date", details.expiration_date ? calendarDate(details.expiration_date) : ""],
    ["Credit hours", details.scech > 0 ? String(details.scech) : ""],
    ["Valid for", details.validity_months ? counted(details.validity_months, "month") : ""],
    ["Job description", linesOf(criteria?.job_description ?? "")],
    ["Required skills", criteria?.skills_ext ?? ""],
    ["Hourly rate", criteria ? money(criteria.hourly_rate) : ""],
    ["Notes for reviewers", linesOf(criteria?.notes ?? "")],
    ["Support link", criteria?.support_link ?? ""],
    ["Support file", criteria?.support_attachment?.attach_name ?? ""],
    [
      "Decision date",
      clock
        ? `${days(clock.first_days, 0)}, ${days(clock.revision_days, 0)} for a revision, ${days(clock.reviewer_days, 3)} for the reviewer`
        : "",
    ],
    ["Use of AI", ai_policy ? aiPolicySentence(ai_policy) : ""],
    [
      "Second review",
      second_review
        ? `${second_review.share_percent}%, ${days(second_review.second_days, 4)}, third review ${days(second_review.third_days, 4)}${second_review.show_agreement ? ", agreement shown" : ""}`
        : "",
    ],
    [
      "Appeals",
      appeals ? `${appeals.fee === "none" ? "Free" : "For the reviewer’s pay"}, ${days(appeals.days, 10)}` : "",
    ],
    ["Practice", calibration === "required" ? `Required${seeded_anchors ? ", with samples among the jobs" : ""}` : ""],
    ["Price", price === null ? "" : money(price)],
    ["Renewal price", renewal_price === undefined ? "" : money(renewal_price)],
  ];
}

/** Its sections one by one: a new one, one that is gone, and what is another in those that stay. */
function sectionChanges(before: readonly Section[], now: readonly Section[]): Change[] {
  const whole = (section: Section) =>
    partsOfSection(section)
      .flatMap(([, text]) => (text === "" ? [] : [text]))
      .join("\n");
  const stays = (sections: readonly Section[], others: readonly Section[]) =>
    sections.flatMap(({ section_id }) => (others.some((other) => other.section_id === section_id) ? [section_id] : []));
  const isSorted = stays(before, now).join() === stays(now, before).join();
  const titles = (sections: readonly Section[]) => sections.map(({ title }) => title).join("\n");
  return [
    ...now.flatMap((section): Change[] => {
      const label = `Section “${section.title}”`;
      const former = before.find(({ section_id }) => section_id === section.section_id);
      if (!former) return [{ label: `${label}, new`, before: "", now: whole(section) }];
      const old = partsOfSection(former);
      return partsOfSection(section).flatMap(([name, text], at) => {
        const was = old[at]?.[1] ?? "";
        return was === text ? [] : [{ label: `${label}, ${name}`, before: was, now: text }];
      });
    }),
    ...before
      .filter(({ section_id }) => !now.some((section) => section.section_id === section_id))
      .map((section) => ({ label: `Section “${section.title}”, removed`, before: whole(section), now: "" })),
    ...(isSorted ? [] : [{ label: "Order of sections", before: titles(before), now: titles(now) }]),
  ];
}

/** What is different in a credential from how it was when it was rejected, in the order of its page. */
export function changesSince(rejected: RejectedCredential, now: Credential): Change[] {
  const { sections } = now.scores_and_submissions;
  const { assigned_reviewers = [], title, price, renewal_price, credential_details, reviewer_criteria } = now;
  const present = { title, price, renewal_price, credential_details, reviewer_criteria, sections, assigned_reviewers };
  const old = partsOf(rejected);
  const parts = partsOf(present).flatMap(([label, text], at) => {
    const before = old[at]?.[1] ?? "";
    return before === text ? [] : [{ label, before, now: text }];
  });
  const added = assigned_reviewers.filter((id) => !rejected.assigned_reviewers.includes(id)).length;
  const gone = rejected.assigned_reviewers.filter((id) => !assigned_reviewers.includes(id)).length;
  const people = (all: readonly string[]) => counted(all.length, "reviewer");
  return [
    ...parts,
    ...sectionChanges(rejected.sections, sections),
    ...(added + gone > 0
      ? [
          {
            label: "Reviewers",
            before: people(rejected.assigned_reviewers),
            now: `${people(assigned_reviewers)} (${added} added, ${gone} removed)`,
          },
        ]
      : []),
  ];
}
