import { randomBytes } from "node:crypto";
import { type Certificate, CertificateContent } from "../../../shared/certificate/certificate.ts";
import { type AssessorDetails, reviewBandOf } from "../../../shared/certificate/credential.ts";
import { StoredFile } from "../../../shared/file/file.ts";
import { isBlank } from "../../../shared/http/text.ts";
import type { Job } from "../../../shared/review/job.ts";
import { ReviewerApplication } from "../../../shared/reviewer/reviewer.ts";
import { type Application, Work } from "../../../shared/submission/submission.ts";
import { jobCategories } from "../../credential/model/lookups/job-categories.ts";
import { certificateKeys } from "../../data/keys/certificate.ts";
import { fileKeys } from "../../data/keys/file.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { reviewerKeys, reviewerViews } from "../../data/keys/reviewer.ts";
import { submissionKeys, submissionViews } from "../../data/keys/submission.ts";
import { readTotals } from "../../data/list.ts";
import { check, create, type Step } from "../../data/steps.ts";
import { batchGet, get, transact } from "../../data/table.ts";
import { OrganizationRecord } from "../../organization/model/record.ts";
import { readReview } from "../../submission/model/review.ts";
import { digestOf } from "./manifest.ts";

const NONCE_BYTES = 16;
/** With fewer reviewers than this, what is said of one would tell who it was. */
const reviewersMin = 5;

/**
 * What is said of a certificate besides its own item. It is gathered once, when it is first signed: two who gather at
 * once agree on what the first has kept. Lost as a race where the certificate has changed: an erased one has nothing.
 */
export async function contentOf(certificate: Certificate): Promise<CertificateContent> {
  const key = certificateKeys.certificateContent(certificate.certificate_id);
  const kept = await get(CertificateContent, key);
  if (kept) return kept;
  const { certificate_id, version } = certificate;
  await transact([
    check(certificateKeys.certificate(certificate_id), { where: { version } }),
    create(key, { ...(await gathered(certificate)) }),
  ]);
  return CertificateContent.parse(await get(CertificateContent, key));
}

/** The step that has a certificate say what a former one did, of work that may be gone; nothing tells that it is the same. */
export async function passOnContent(former_id: string, certificate_id: string): Promise<Step[]> {
  const content = await get(CertificateContent, certificateKeys.certificateContent(former_id));
  if (content === undefined) return [];
  const evidence = content.evidence.map((each) => ({ ...each, nonce: randomHex() }));
  return [create(certificateKeys.certificateContent(certificate_id), { ...content, evidence })];
}

async function gathered({ organization_id, application_id, issuer_name }: Certificate): Promise<CertificateContent> {
  const [[organization], { application, job }] = await Promise.all([
    batchGet([organizationKeys.organization(organization_id)]),
    readReview(application_id),
  ]);
  if (!application || !job) throw new Error(`The review of ${application_id} is missing.`);
  const works = await worksOf(application);
  const { description, domain_url = "", logo = "", colour } = OrganizationRecord.parse(organization);
  return {
    organization: { organization_id, name: issuer_name, domain_url, description, logo, ...(colour && { colour }) },
    assessor: await assessorOf(application, job),
    findings: works.flatMap(({ section_id, section_rubric: result, issuer_decision }) =>
      result
        ? [
            {
              section_id,
              marks: result.marks.map(({ criteria_id, achieved }) => ({ criteria_id, achieved })),
              earned: result.earned,
              ...(issuer_decision && { by_issuer: true }),
            },
          ]
        : [],
    ),
    evidence: await Promise.all(works.map(evidenceOf)),
  };
}

async function worksOf({ application_id, sections }: Application): Promise<Work[]> {
  const items = await batchGet(sections.map(({ section_id }) => submissionKeys.work(application_id, section_id)));
  return items.flatMap((item) => (item ? [Work.parse(item)] : []));
}

/** Who gave the verdicts that stand: how many, and of one alone, where many might have, what kind of reviewer. */
async function assessorOf(
  { organization_id, sections }: Application,
  { acceptor, accepted_in = organization_id }: Job,
): Promise<Omit<AssessorDetails, "id">> {
  const [only = acceptor, ...others] = new Set(
    sections.flatMap(({ decided_by = acceptor }) => (decided_by === undefined ? [] : [decided_by])),
  );
  if (only === undefined || others.length > 0) return { count: 1 + others.length };
  const [[item], [accepted = 0, done = 0, anchors = 0]] = await Promise.all([
    batchGet([reviewerKeys.reviewerApplication(accepted_in, only)]),
    readTotals([
      reviewerViews.reviewers(organization_id, "accepted"),
      submissionViews.reviewerJobs(only, "completed"),
      submissionViews.reviewerJobs(only, "anchors"),
    ]),
  ]);
  if (item === undefined || accepted < reviewersMin) return { count: 1 };
  const { history, decided_on = "", category } = ReviewerApplication.parse(item);
  const acceptedOn = history.find(({ to }) => to === "accepted")?.at ?? decided_on;
  const name = jobCategories.find(({ job_category_id }) => job_category_id === category)?.name;
  if (acceptedOn === "" || name === undefined) return { count: 1 };
  const band = reviewBandOf(done - anchors);
  return { count: 1, known: { acceptedYear: Number(acceptedOn.slice(0, 4)), category: name, ...(band && { band }) } };
}

const randomHex = (): string => randomBytes(NONCE_BYTES).toString("hex");

/** What was handed in for a section, as digests: of files those that were kept when they were confirmed. */
async function evidenceOf({
  section_id,
  response,
  links,
  options,
  attachments,
}: Work): Promise<CertificateContent["evidence"][number]> {
  const files = await batchGet(attachments.map(({ key }) => fileKeys.file(key)));
  const answer = (kind: "text" | "link" | "option", text: string) => ({
    kind,
    sha256: digestOf(text),
    salt: randomHex(),
  });
  return {
    section_id,
    nonce: randomHex(),
    answers: [
      ...(isBlank(response) ? [] : [answer("text", response)]),
      ...links.map((link) => answer("link", link)),
      ...options.map((option) => answer("option", option)),
    ],
    files: attachments.flatMap(({ name }, index) => {
      const sha256 = files[index] && StoredFile.parse(files[index]).sha256;
      return sha256 === undefined ? [] : [{ name, sha256, salt: randomHex() }]; // an older upload has no digest
    }),
  };
}
