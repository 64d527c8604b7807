import { readEvidence } from "../../shared/certificate/evidence-calls.ts";
import { implement } from "../chain/implement.ts";
import { certificateKeys } from "../data/keys/certificate.ts";
import { batchGet } from "../data/table.ts";
import { dayOfCertificate, evidenceOf } from "./model/evidence.ts";
import { readOwn } from "./model/store.ts";

export const handler = implement(readEvidence, async ({ certificate_id }, { actor }) => {
  const certificate = await readOwn(actor.user_id, certificate_id);
  const { published_evidence: published, earned_in } = certificate;
  const ended = published !== undefined && published.ends_on < dayOfCertificate(certificate);
  const [evidence, [counter]] = await Promise.all([
    evidenceOf(certificate),
    batchGet([certificateKeys.evidenceOpenings(certificate_id)]),
  ]);
  const sections = evidence.map(({ section }) => section);
  return {
    data: {
      sections,
      openings: Number(counter?.openings ?? 0),
      ...(published && { published }),
      ...(ended && { ended }),
      ...(earned_in && { earned_in }),
    },
  };
});
