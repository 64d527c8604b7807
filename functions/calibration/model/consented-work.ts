import { PracticeConsent, practiceLimits } from "../../../shared/calibration/anchor.ts";
import { Problem } from "../../../shared/http/problem.ts";
import { type AuditBase, audit } from "../../data/audit.ts";
import { qualityKeys } from "../../data/keys/quality.ts";
import { change, remove, type Step } from "../../data/steps.ts";
import { get } from "../../data/table.ts";

type Named = Pick<PracticeConsent, "organization_id" | "application_id" | "cred_id" | "user_id">;

/** Whom an audit row about a consent names, and what it happened to. */
export const consentBase = (
  { organization_id, application_id, cred_id, user_id }: Named,
  actor_id: string,
): AuditBase & { application_id: string; cred_id: string; user_id: string } => ({
  organization_id,
  subject_id: application_id,
  actor_id,
  application_id,
  cred_id,
  user_id,
});

/** The consent to a submission of an organization; not found where there is none. */
export async function requireConsent(organization_id: string, application_id: string): Promise<PracticeConsent> {
  const consent = await get(PracticeConsent, qualityKeys.practiceConsent(organization_id, application_id));
  if (!consent) throw new Problem("resource.not-found");
  return consent;
}

/** The steps that end a consent: every anchor made of the work goes with it, published or not. */
export const endConsentSteps = (consent: PracticeConsent, actor_id: string): Step[] => [
  remove(qualityKeys.practiceConsent(consent.organization_id, consent.application_id), {
    where: { version: consent.version },
    otherwise: new Problem("state.changed"),
  }),
  ...consent.anchors.map(({ cred_id, anchor_id }) => remove(qualityKeys.anchor(cred_id, anchor_id))),
  audit("practice-consent.ended", consentBase(consent, actor_id)),
];

/** The condition under which an anchor is made of consented work: the consent stands, and knows of it from then on. */
export function madeOfSteps(consent: PracticeConsent, anchor: PracticeConsent["anchors"][number]): Step[] {
  if (consent.anchors.length >= practiceLimits.anchorsPerWork) {
    const message = `A learner’s work becomes at most ${practiceLimits.anchorsPerWork} anchors.`;
    throw new Problem("input.invalid", { message, fields: { application_id: message } });
  }
  return [
    change(
      qualityKeys.practiceConsent(consent.organization_id, consent.application_id),
      { set: { anchors: [...consent.anchors, anchor] } },
      { where: { version: consent.version }, otherwise: new Problem("state.changed") },
    ),
  ];
}
