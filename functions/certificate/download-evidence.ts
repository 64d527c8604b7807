import { downloadEvidence } from "../../shared/certificate/evidence-calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import { sourceOf } from "../auth/model/source.ts";
import { implement } from "../chain/implement.ts";
import { consumeRate } from "../data/rate.ts";
import { transact } from "../data/table.ts";
import { handOut } from "../file/model/hand-out.ts";
import { publishedEvidenceOf } from "./model/evidence.ts";

export const handler = implement(downloadEvidence, async ({ certificate_id, section_id, sha256 }, { request }) => {
  await transact([consumeRate("evidencePerSource", sourceOf(request.sourceIp))]);
  const { evidence } = await publishedEvidenceOf(certificate_id);
  const found = evidence.find(({ section }) => section.section_id === section_id);
  const file = found?.section.files.find((each) => each.sha256 === sha256);
  const upload = file && found?.uploads.get(sha256);
  if (!file || !upload) throw new Problem("resource.not-found");
  return { data: { url: await handOut(upload) } };
});
