import { PracticeConsent } from "../../shared/calibration/anchor.ts";
import { setPracticeConsent } from "../../shared/calibration/consent-calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import { Application } from "../../shared/submission/submission.ts";
import { implement } from "../chain/implement.ts";
import { audit } from "../data/audit.ts";
import { now } from "../data/ids.ts";
import { qualityKeys } from "../data/keys/quality.ts";
import { submissionKeys } from "../data/keys/submission.ts";
import { retryWhenRaced } from "../data/retry-when-raced.ts";
import { create } from "../data/steps.ts";
import { get } from "../data/table.ts";
import { consentBase, endConsentSteps } from "./model/consented-work.ts";

/** The consent is an item of its own: anchors are made under its version, and so none is left when it ends. */
export const handler = implement(setPracticeConsent, ({ application_id, given }, { actor, commit }) =>
  retryWhenRaced(async () => {
    const answer = { data: { application_id, given } };
    const application = await get(Application, submissionKeys.application(application_id));
    if (application?.user_id !== actor.user_id) throw new Problem("resource.not-found");
    const { organization_id, cred_id, title, status, user_id } = application;
    const key = qualityKeys.practiceConsent(organization_id, application_id);
    const consent = await get(PracticeConsent, key);
    if ((consent !== undefined) === given) return answer;
    if (consent) return commit(endConsentSteps(consent, actor.user_id), answer);
    if (status !== "completed") throw new Problem("submission.not-completed");
    const after = { application_id, organization_id, cred_id, title, user_id, given_on: now(), anchors: [] };
    return commit(
      [
        create(key, after, { otherwise: new Problem("state.changed") }),
        audit("practice-consent.given", consentBase(after, actor.user_id)),
      ],
      answer,
    );
  }),
);
