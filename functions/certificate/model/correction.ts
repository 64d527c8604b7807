import type { Certificate } from "../../../shared/certificate/certificate.ts";
import type { Correction, CorrectionStatus } from "../../../shared/certificate/correction.ts";
import { correctionMachine } from "../../../shared/certificate/states.ts";
import { Problem } from "../../../shared/http/problem.ts";
import { now } from "../../data/ids.ts";
import type { Step } from "../../data/steps.ts";
import { entity, transition } from "../../data/transition.ts";
import { certificateAuditIds } from "./entity.ts";

/** A request for a corrected name, which stands in its certificate: whoever changes it amends that. */
export const correctionEntity = entity<
  Parameters<typeof certificateAuditIds>[0] & { readonly status: CorrectionStatus }
>()({
  machine: correctionMachine,
  auditIds: certificateAuditIds,
  records: {
    ask: "certificate.correction-asked",
    withdraw: "certificate.correction-withdrawn",
    decline: "certificate.correction-declined",
    accept: "certificate.correction-accepted",
    end: "certificate.correction-ended",
  },
});

/** The request of this id, which waits; whoever comes later than another is told so. */
export function requireWaiting({ correction }: Certificate, correction_id: string): Correction {
  if (correction?.correction_id !== correction_id || correction.status !== "waiting")
    throw new Problem("certificate.correction-over");
  return correction;
}

/** What becomes of a waiting request: itself as it will be, and its audit row. */
export function decideCorrection(
  before: Certificate,
  waiting: Correction,
  {
    event,
    actor_id,
    ...further
  }: {
    readonly event: "withdraw" | "decline" | "accept" | "end";
    readonly actor_id: string;
  } & Pick<Correction, "declined_because">,
): { readonly correction: Correction; readonly steps: Step[] } {
  const { steps, after } = transition(correctionEntity, event, {
    before: { ...before, status: waiting.status },
    actor_id,
  });
  return { correction: { ...waiting, ...further, status: after.status, decided_on: now() }, steps };
}

/** What ends with a certificate: its waiting request, where there is one. */
export function endCorrection(
  before: Certificate,
  { event, actor_id }: { readonly event: "accept" | "end"; readonly actor_id: string },
): { readonly set: Pick<Certificate, "correction">; readonly steps: Step[] } {
  if (before.correction?.status !== "waiting") return { set: {}, steps: [] };
  const { correction, steps } = decideCorrection(before, before.correction, { event, actor_id });
  return { set: { correction }, steps };
}
