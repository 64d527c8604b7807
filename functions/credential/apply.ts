import { Certificate } from "../../shared/certificate/certificate.ts";
import { apply } from "../../shared/credential/applicant-calls.ts";
import { dateIn, isExpired } from "../../shared/credential/rules.ts";
import { Problem } from "../../shared/http/problem.ts";
import { dollars } from "../../shared/platform/money.ts";
import { Application, type ApplicationStatus, Applied } from "../../shared/submission/submission.ts";
import { rubricDigest } from "../calibration/model/anchors.ts";
import { implement } from "../chain/implement.ts";
import { newId, now } from "../data/ids.ts";
import { certificateKeys } from "../data/keys/certificate.ts";
import { credentialKeys } from "../data/keys/credential.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { submissionKeys } from "../data/keys/submission.ts";
import { change, check, create, type Step } from "../data/steps.ts";
import { batchGet, get, type Item } from "../data/table.ts";
import { transition } from "../data/transition.ts";
import { OrganizationRecord } from "../organization/model/record.ts";
import { newDrawKey } from "../review/model/draw.ts";
import { clock } from "../runtime/clock.ts";
import { applicationEntity, termsOf } from "../submission/model/application-entity.ts";
import { standingOf } from "../submission/model/standing.ts";
import { StoredCredential } from "./model/record.ts";
import { readRevision } from "./model/revision.ts";

/**
 * The step by which the learner's pointer leads to a new application, and the application that it renews. There is one at a
 * time: another is refused while it is open or while its certificate is good and does not end soon; one that was closed, or
 * whose certificate was revoked for good or may be renewed, makes room and keeps its history. Until there is another
 * certificate, the pointer leads to the former one.
 */
async function pointing(pointed: Item | undefined, pointer: Applied): Promise<{ step: Step; renews?: string }> {
  const key = submissionKeys.applied(pointer.user_id, pointer.cred_id);
  const otherwise = new Problem("application.exists");
  if (pointed === undefined) return { step: create(key, pointer, { otherwise }) };
  const { application_id, certificate_id = "" } = Applied.parse(pointed);
  const [former, certificate] = await batchGet([
    submissionKeys.application(application_id),
    certificateKeys.certificate(certificate_id),
  ]);
  const status = former && standingOf(Application.parse(former), certificate);
  if (status === "completed") throw new Problem("application.certified");
  if (status !== "closed" && status !== "revoked" && status !== "renewable") throw otherwise;
  const step = change(key, { set: pointer }, { where: { application_id }, otherwise });
  return { step, ...(status === "renewable" && { renews: Certificate.parse(certificate).application_id }) };
}

const priceChanged = (cents: number) =>
  new Problem("credential.price-changed", {
    message: `${cents === 0 ? "This is now free" : `The price is now $${dollars(cents)}.00`}. Check it, then apply again.`,
  });

/**
 * Applies for a published credential of any active organization. Everything that is applied for comes from the present
 * revision, of renewing at its price for that; at price 0 the application is ready at once.
 */
export const handler = implement(apply, async ({ credential_id, price }, { actor, commit }) => {
  const [item, pointer] = await batchGet([
    credentialKeys.credential(credential_id),
    submissionKeys.applied(actor.user_id, credential_id),
  ]);
  const credential = item && StoredCredential.parse(item);
  if (!credential || credential.revision === 0) throw new Problem("resource.not-found");
  const { organization_id, revision: number } = credential;
  const at = now();
  const application_id = newId("app", at); // of the same month
  const ids = { application_id, cred_id: credential_id, user_id: actor.user_id };
  const [revision, organization, { step, renews }] = await Promise.all([
    readRevision(credential_id, number),
    get(OrganizationRecord, organizationKeys.organization(organization_id)),
    pointing(pointer, { ...ids, organization_id, revision: number }),
  ]);
  if (!revision || !organization) throw new Problem("resource.not-found");
  const today = dateIn(organization.timezone, clock.now());
  const closed = new Problem("credential.closed");
  if (credential.status !== "published" || isExpired(credential.expiration_date, today)) throw closed;

  const price_cents = renews ? revision.renewal_price_cents : revision.price_cents;
  if (price !== undefined && price !== dollars(price_cents)) throw priceChanged(price_cents);
  const status: ApplicationStatus & ("applied" | "ready") = price_cents === 0 ? "ready" : "applied";
  return commit(
    [
      check(credentialKeys.credential(credential_id), {
        where: { status: "published", revision: number },
        otherwise: closed,
      }),
      check(organizationKeys.organization(organization_id), {
        where: { status: "active" },
        otherwise: new Problem("resource.not-found"),
      }),
      step,
      ...transition(applicationEntity, price_cents === 0 ? "applyFree" : "apply", {
        set: {
          ...ids,
          organization_id,
          revision: number,
          title: revision.title,
          issuer_name: revision.issuer_name,
          ...(revision.badge && { badge: revision.badge }),
          ...(renews && { renews }),
          price_cents,
          reviewer_pay_cents: revision.reviewer_pay_cents,
          reviewer_hourly_rate_cents: revision.hourly_rate_cents,
          review_minutes: revision.review_minutes,
          ...(revision.criteria?.clock && { clock: revision.criteria.clock }),
          ...(revision.criteria?.ai_policy && { ai_policy: revision.criteria.ai_policy }),
          ...(revision.criteria?.second_review && {
            second_review: { ...revision.criteria.second_review, draw_key: newDrawKey() },
          }),
          ...(revision.criteria?.appeals && { appeals: revision.criteria.appeals }),
          ...(revision.criteria?.calibration === "required" && {
            calibration: {
              rubric_digest: rubricDigest(revision.sections),
              ...(revision.criteria.seeded_anchors && { seeded_anchors: true as const }),
            },
          }),
          ...(revision.validity_months !== undefined && { validity_months: revision.validity_months }),
          sections: revision.sections.map(termsOf),
          round: 0,
          created_on: at,
        },
        actor_id: actor.user_id,
      }).steps,
    ],
    { data: { application_id, credential_id, status, price: dollars(price_cents) } },
  );
});
