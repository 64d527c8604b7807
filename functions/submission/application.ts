import type { Section } from "../../shared/credential/credential.ts";
import { Problem } from "../../shared/http/problems.ts";
import {
  type ApplicationEvent,
  isUnderWay,
  nextApplicationStatus,
  revisionDays,
  tabOf,
  typeOf,
  unpaidDays,
} from "../../shared/submission/rules.ts";
import type { Application, ApplicationSection, ApplicationStatus } from "../../shared/submission/submission.ts";
import { type Deadlines, dateAfter, schedule } from "../data/deadlines.ts";
import { now } from "../data/ids.ts";
import { keys, views } from "../data/keys.ts";
import { relist, totalOf } from "../data/list.ts";
import { change, count, create, type Step } from "../data/table.ts";

/** What an application keeps of a published section: the terms of the work, none of it begun. */
export const termsOf = (section: Section): ApplicationSection => ({
  section_id: section.section_id,
  title: section.title,
  response_type: section.response_type,
  review_estimate: section.review_estimate,
  option_ids: section.options.map((option) => option.option_id),
  options_multiple: section.options_multiple,
  criteria: (section.rubric_ext?.criteria ?? []).map(({ criteria_id, score }) => ({ criteria_id, score })),
  making_progress: section.rubric_ext?.making_progress ?? 0,
  completed: section.rubric_ext?.completed ?? 0,
  status: "notSubmitted",
  answered: [],
});

const viewsOf = ({ user_id }: Pick<Application, "user_id">, status: ApplicationStatus): string[] => {
  const parts = ["all", tabOf(status), typeOf(status) && `type=${typeOf(status)}`];
  return parts.filter((part) => part !== undefined).map((part) => views.submissions(user_id, part));
};

/** When the clock looks at an application: while it waits to be paid for, or for a revision. By days: a revision is saved often. */
export function deadlinesOf({
  status,
  created_on,
  updated_on,
}: Pick<Application, "status" | "created_on" | "updated_on">): Deadlines {
  if (status === "applied") return { "unpaid-end": dateAfter(created_on, unpaidDays) };
  if (status !== "revisionNeeded") return {};
  return {
    "revision-reminder": dateAfter(updated_on, revisionDays.reminder),
    "revision-last-call": dateAfter(updated_on, revisionDays.lastCall),
    "revision-end": dateAfter(updated_on, revisionDays.end),
  };
}

/**
 * The steps that make an application (`applied`, or `ready` at price 0): the pointer that keeps it one per learner and
 * credential, the application with the terms of its sections (`termsOf`), the learner's lists. Without the audit row.
 */
export function applySteps(application: Omit<Application, "version">): Step[] {
  const { application_id, organization_id, cred_id, revision, user_id, status } = application;
  return [
    create(
      keys.applied(user_id, cred_id),
      { user_id, cred_id, organization_id, application_id, revision },
      { otherwise: new Problem("application.exists") },
    ),
    create(keys.application(application_id), application),
    ...relist(keys.application(application_id), application_id, [], viewsOf(application, status)),
    ...schedule(keys.application(application_id), {}, deadlinesOf(application)),
  ];
}

/** What an application is changed to besides its state. */
export type ApplicationChange = Partial<
  Pick<Application, "sections" | "round" | "submitted_on" | "completed_on" | "reviewer_pay_cents">
>;

/**
 * The steps that take an application through an event (`pay` makes an applied one ready), with the learner's lists. They
 * hold only while nobody else changed it: `otherwise`, or `state.changed`. Throws `otherwise` at once when the event may
 * not happen in its state. Without the audit row.
 */
export function moveApplication(
  application: Application,
  event: ApplicationEvent,
  set: ApplicationChange = {},
  otherwise: Problem = new Problem("state.changed"),
): Step[] {
  const { application_id, status, version } = application;
  const next = nextApplicationStatus(status, event);
  if (next === undefined) throw otherwise;
  const key = keys.application(application_id);
  const changes = { ...set, status: next, updated_on: now() };
  const after = { ...application, ...changes };
  const entered = Number(isUnderWay(after)) - Number(isUnderWay(application));
  return [
    change(key, { set: changes }, { where: { status, version }, otherwise }),
    ...relist(key, application_id, viewsOf(application, status), viewsOf(application, next)),
    ...schedule(key, deadlinesOf(application), deadlinesOf(after)),
    count(totalOf(views.underWay(application.organization_id)), entered),
  ];
}
