import { idIn, Message } from "../../../functions/chain/event.ts";
import { idOf } from "../../../functions/data/keys/key.ts";
import { isKnownLearner, isOf, kinds } from "../../../functions/data/keys/kinds.ts";
import { metricsKeys } from "../../../functions/data/keys/metrics.ts";
import { platformKeys } from "../../../functions/data/keys/platform.ts";
import { create } from "../../../functions/data/steps.ts";
import { type Item, transact } from "../../../functions/data/table.ts";
import { type Addition, additionsOf, attributesOf } from "../../../functions/platform/model/metrics.ts";
import { decidedAppeals, numbersOfAppeal } from "../../../functions/quality/model/appeal-numbers.ts";
import { numbersOfRound, saidRounds } from "../../../functions/quality/model/round-numbers.ts";
import { Appeal } from "../../../shared/appeal/appeal.ts";
import { Problem } from "../../../shared/http/problem.ts";
import { eventTypes } from "../../../shared/platform/events.ts";
import { Round, SectionResult } from "../../../shared/review/job.ts";
import { Application } from "../../../shared/submission/submission.ts";
import { withDiskShelf } from "../disk-shelf.ts";
import { Recount } from "./recount.ts";
import { Rows } from "./rows.ts";
import { everyItem, type Finding } from "./table.ts";

const MARKER_DAYS = 60;
const MARKS_AT_ONCE = 16;

/** What the figures of quality are made from: rounds with what their seats said, and appeals, with their application. */
interface Reviewed {
  readonly applications: Map<string, Application>;
  readonly results: SectionResult[];
  readonly rounds: Round[];
  readonly appeals: Appeal[];
}

/** The first time a learner applied somewhere. */
interface Newcomer {
  readonly organization_id: string;
  readonly at: string;
}

/**
 * Counts analytics again from the audit rows and compares them with what is kept. What was not counted yet is marked as
 * counted first, so that a message still under way does not count it a second time.
 */
export const repairMetrics = (write: boolean): Promise<Finding[]> =>
  withDiskShelf(async (shelf) => {
    const recount = new Recount(shelf, countersIn);
    // before the events: what is counted meanwhile changes them
    for await (const item of everyItem())
      if (isOf(kinds.metrics, item) && !isKnownLearner(item)) await recount.keep(item);
    const reviewed = new Rows<Item>(shelf, "reviewed");
    const newcomers = new Rows<Newcomer>(shelf, "newcomers");
    let marks: Promise<void>[] = [];
    for await (const item of everyItem()) {
      if (isOfReview(item)) await reviewed.add(String(item.application_id), item);
      if (!isOf(kinds.audit, item)) continue;
      const event = Message.parse(item);
      const { organization_id, at } = event;
      await addTo(recount, organization_id, additionsOf(event));
      if (event.type === "application.created")
        await newcomers.add(`${organization_id} ${idIn(event, "user_id")}`, { organization_id, at });
      if (write && isCounted(event)) marks.push(markCounted(event));
      if (marks.length < MARKS_AT_ONCE) continue;
      await Promise.all(marks);
      marks = [];
    }
    await Promise.all(marks);
    const first = (one: Newcomer | undefined, other: Newcomer) => (one && one.at <= other.at ? one : other);
    for await (const learners of newcomers.folded(first))
      for (const { organization_id, at } of learners.values())
        await addTo(recount, organization_id, [{ month: at.slice(0, 7), counted: { learners: 1 } }]);
    for await (const groups of reviewed.folded(withItem))
      for (const { applications, results, rounds, appeals } of groups.values()) {
        const said = saidRounds({ rounds, results, applications }).flatMap(numbersOfRound);
        const decided = decidedAppeals({ appeals, rounds, results }).flatMap(numbersOfAppeal);
        for (const { key, values } of [...said, ...decided]) await recount.add(key, values);
      }
    return recount.compare(write);
  });

/** Adds to the figures of an organization, wherever they are kept. */
async function addTo(recount: Recount, organization_id: string, additions: readonly Addition[]): Promise<void> {
  const { months, credentials, decisions } = attributesOf(additions);
  for (const [month, values] of Object.entries(months))
    await recount.add(metricsKeys.metrics(organization_id, month), values);
  for (const [id, values] of Object.entries(credentials))
    await recount.add(metricsKeys.credentialMetrics(organization_id, id), values);
  if (Object.keys(decisions).length > 0) await recount.add(metricsKeys.decisionTimes(organization_id), decisions);
}

const isOfReview = (item: Item): boolean =>
  [kinds.application, kinds.result, kinds.round, kinds.appeal].some((kind) => isOf(kind, item));

function withItem(before: Reviewed | undefined, item: Item): Reviewed {
  const all: Reviewed = before ?? { applications: new Map(), results: [], rounds: [], appeals: [] };
  if (isOf(kinds.application, item)) all.applications.set(idOf(item.pk), Application.parse(item));
  if (isOf(kinds.result, item)) all.results.push(SectionResult.parse(item));
  if (isOf(kinds.round, item)) all.rounds.push(Round.parse(item));
  if (isOf(kinds.appeal, item)) all.appeals.push(Appeal.parse(item));
  return all;
}

/** Whether an event is counted, be it only for the round or the appeal that it ended. */
const isCounted = ({ type, organization_id }: Message): boolean => {
  const heard = eventTypes[type as keyof typeof eventTypes]?.to as readonly string[] | undefined;
  return organization_id !== "" && heard?.includes("analytics") === true;
};

const countersIn = (item: Item): string[] =>
  Object.keys(item).filter((name) => !["pk", "sk", "version", "sharded"].includes(name));

async function markCounted({ event_id }: Message): Promise<void> {
  const known = new Problem("state.changed");
  const ttl = Math.floor(Date.now() / 1000) + MARKER_DAYS * 86_400;
  await transact([create(platformKeys.handled(event_id, "analytics"), { ttl }, { otherwise: known })]).catch(
    (error) => {
      if (error !== known) throw error;
    },
  );
}
