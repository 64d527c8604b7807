import { Problem } from "../../shared/http/problem.ts";
import { idIn, type Message, markerEnd, worker } from "../chain/event.ts";
import { metricsKeys } from "../data/keys/metrics.ts";
import { platformKeys } from "../data/keys/platform.ts";
import { add, create, type Step } from "../data/steps.ts";
import { transact } from "../data/table.ts";
import { numbersOfAppeal } from "../quality/model/appeal-numbers.ts";
import { readDecidedAppeal } from "../quality/model/decided-appeal.ts";
import { readDecidedRound } from "../quality/model/decided-round.ts";
import { numbersOfRound } from "../quality/model/round-numbers.ts";
import { type Addition, additionsOf, attributesOf } from "./model/metrics.ts";

/** Counts an event into the figures of its month and credential, once: its marker is in the same transaction. */
export const handler = worker("analytics", async (event) => {
  const additions = additionsOf(event);
  const [round, appeal] = await Promise.all([readDecidedRound(event), readDecidedAppeal(event)]);
  if (additions.length === 0 && round === undefined && appeal === undefined) return;
  const counted = new Problem("state.changed");
  const known = new Problem("state.changed");
  const steps = [
    countedStep(event, counted),
    ...addSteps(event.organization_id, additions),
    ...[...(round ? numbersOfRound(round) : []), ...(appeal ? numbersOfAppeal(appeal) : [])].map(({ key, values }) =>
      add(key, values),
    ),
  ];
  try {
    if (event.type === "application.created") await transact(newcomerSteps(event, counted, known));
    else await transact(steps);
  } catch (error) {
    if (error === counted) return;
    if (error !== known) throw error;
    await transact(steps).catch((again) => {
      if (again !== counted) throw again;
    });
  }
});

/** Says that an event was counted; refused with `otherwise` when it was before. */
const countedStep = (event: Message, otherwise: Problem): Step =>
  create(platformKeys.handled(event.event_id, "analytics"), { ttl: markerEnd(event) }, { otherwise });

/** Counts an application together with its learner; refused with `known` when they applied in the organization before. */
function newcomerSteps(event: Message, counted: Problem, known: Problem): Step[] {
  const { organization_id, at } = event;
  const learner = { month: at.slice(0, 7), counted: { learners: 1 } };
  return [
    countedStep(event, counted),
    create(metricsKeys.knownLearner(organization_id, idIn(event, "user_id")), { at }, { otherwise: known }),
    ...addSteps(organization_id, [...additionsOf(event), learner]),
  ];
}

function addSteps(organization_id: string, additions: readonly Addition[]): Step[] {
  const { months, credentials, decisions } = attributesOf(additions);
  return [
    ...Object.entries(months).map(([month, values]) => add(metricsKeys.metrics(organization_id, month), values)),
    ...Object.entries(credentials).map(([cred_id, values]) =>
      add(metricsKeys.credentialMetrics(organization_id, cred_id), values),
    ),
    add(metricsKeys.decisionTimes(organization_id), decisions),
  ];
}
