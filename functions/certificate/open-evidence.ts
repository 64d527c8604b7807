import { openEvidence } from "../../shared/certificate/evidence-calls.ts";
import { sourceOf } from "../auth/model/source.ts";
import { implement } from "../chain/implement.ts";
import { certificateKeys } from "../data/keys/certificate.ts";
import { consumeRate } from "../data/rate.ts";
import { change } from "../data/steps.ts";
import { transact } from "../data/table.ts";
import { publishedEvidenceOf } from "./model/evidence.ts";

/** The throttle comes first: whoever guesses ids is counted, too. */
export const handler = implement(openEvidence, async ({ certificate_id }, { request }) => {
  await transact([consumeRate("evidencePerSource", sourceOf(request.sourceIp))]);
  const { ends_on, evidence } = await publishedEvidenceOf(certificate_id);
  await transact([
    change(certificateKeys.evidenceOpenings(certificate_id), { add: { openings: 1 } }, { orCreate: true }),
  ]);
  return { data: { ends_on, sections: evidence.map(({ section }) => section) } };
});
