import { idIn, Message } from "../../../functions/chain/event.ts";
import { idOf, type Key } from "../../../functions/data/keys/key.ts";
import { isKnownLearner, isOf, kinds } from "../../../functions/data/keys/kinds.ts";
import { metricsKeys } from "../../../functions/data/keys/metrics.ts";
import { platformKeys } from "../../../functions/data/keys/platform.ts";
import { create } from "../../../functions/data/steps.ts";
import { type Item, transact } from "../../../functions/data/table.ts";
import { type Addition, additionsOf, attributesOf } from "../../../functions/platform/model/metrics.ts";
import {
  type DecidedAgainst,
  decidedAppeals,
  numbersOfAppeal,
} from "../../../functions/quality/model/appeal-numbers.ts";
import { numbersOfRound, type SaidRound, saidRounds } from "../../../functions/quality/model/round-numbers.ts";
import { Appeal } from "../../../shared/appeal/appeal.ts";
import { Problem } from "../../../shared/http/problem.ts";
import { eventTypes } from "../../../shared/platform/events.ts";
import { sumOfCounts } from "../../../shared/quality/quality.ts";
import { Round, SectionResult } from "../../../shared/review/job.ts";
import { Application } from "../../../shared/submission/submission.ts";
import { compare, everyItem, type Finding } from "./table.ts";

const MARKER_DAYS = 60;

interface Read {
  readonly events: Message[];
  readonly metrics: ReadonlyMap<string, Item>;
  /** Finalized rounds, with what their seats said. */
  readonly rounds: readonly SaidRound[];
  readonly appeals: readonly DecidedAgainst[];
}

/**
 * Counts analytics again from the audit rows and compares them with what is kept. What was not counted yet is marked as
 * counted first, so that a message still under way does not count it a second time.
 */
export async function repairMetrics(write: boolean): Promise<Finding[]> {
  const { metrics } = await readAll({ metricsOnly: true }); // before the events: what is counted meanwhile changes them
  const { events, rounds, appeals } = await readAll();
  if (write) for (const event of events) if (isCounted(event)) await markCounted(event);
  const organizations = Map.groupBy(events, ({ organization_id }) => organization_id);
  const ought = new Map<string, { key: { pk: string; sk: string }; values: Readonly<Record<string, number>> }>();
  for (const [organization_id, own] of organizations) {
    const { months, credentials, decisions } = attributesOf([...own.flatMap(additionsOf), ...newcomersOf(own)]);
    const items = [
      ...Object.entries(months).map(([month, values]) => ({
        key: metricsKeys.metrics(organization_id, month),
        values,
      })),
      ...Object.entries(credentials).map(([id, values]) => ({
        key: metricsKeys.credentialMetrics(organization_id, id),
        values,
      })),
      ...(Object.keys(decisions).length > 0
        ? [{ key: metricsKeys.decisionTimes(organization_id), values: decisions }]
        : []),
    ];
    for (const item of items) ought.set(nameOf(item.key), item);
  }
  for (const { key, values } of [...rounds.flatMap(numbersOfRound), ...appeals.flatMap(numbersOfAppeal)]) {
    ought.set(nameOf(key), { key, values: sumOfCounts([ought.get(nameOf(key))?.values ?? {}, values]) });
  }
  const findings: Finding[] = [];
  for (const name of new Set([...ought.keys(), ...metrics.keys()])) {
    const kept = metrics.get(name);
    const zeros = Object.fromEntries(countersIn(kept).map((each) => [each, 0]));
    const key = ought.get(name)?.key ?? kept!;
    findings.push(...(await compare(key, kept, { ...zeros, ...ought.get(name)?.values }, write)));
  }
  return findings;
}

/** Whether an event is counted, be it only for the round or the appeal that it ended. */
const isCounted = ({ type, organization_id }: Message): boolean => {
  const heard = eventTypes[type as keyof typeof eventTypes]?.to as readonly string[] | undefined;
  return organization_id !== "" && heard?.includes("analytics") === true;
};

const nameOf = ({ pk, sk }: Key): string => `${pk}\n${sk}`;

const countersIn = (item: Item | undefined): string[] =>
  Object.keys(item ?? {}).filter((name) => !["pk", "sk", "version"].includes(name));

async function readAll({ metricsOnly = false } = {}): Promise<Read> {
  const events: Message[] = [];
  const metrics = new Map<string, Item>();
  const applications = new Map<string, Application>();
  const results: SectionResult[] = [];
  const rounds: Round[] = [];
  const appeals: Appeal[] = [];
  for await (const item of everyItem()) {
    if (isOf(kinds.metrics, item) && !isKnownLearner(item)) metrics.set(nameOf(item), item);
    if (metricsOnly) continue;
    if (isOf(kinds.audit, item)) events.push(Message.parse(item));
    if (isOf(kinds.application, item)) applications.set(idOf(item.pk), Application.parse(item));
    if (isOf(kinds.result, item)) results.push(SectionResult.parse(item));
    if (isOf(kinds.round, item)) rounds.push(Round.parse(item));
    if (isOf(kinds.appeal, item)) appeals.push(Appeal.parse(item));
  }
  return {
    events: events.toSorted((one, other) => (one.at < other.at ? -1 : 1)),
    metrics,
    rounds: saidRounds({ rounds, results, applications }),
    appeals: decidedAppeals({ appeals, rounds, results }),
  };
}

/** The first application of each learner, in the order in which they applied. */
function newcomersOf(events: readonly Message[]): Addition[] {
  const known = new Set<string>();
  return events.flatMap((event) => {
    const learner = idIn(event, "user_id");
    if (event.type !== "application.created" || known.has(learner)) return [];
    known.add(learner);
    return [{ month: event.at.slice(0, 7), counted: { learners: 1 } }];
  });
}

async function markCounted({ event_id }: Message): Promise<void> {
  const known = new Problem("state.changed");
  const ttl = Math.floor(Date.now() / 1000) + MARKER_DAYS * 86_400;
  await transact([create(platformKeys.handled(event_id, "analytics"), { ttl }, { otherwise: known })]).catch(
    (error) => {
      if (error !== known) throw error;
    },
  );
}
