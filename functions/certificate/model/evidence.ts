import { Certificate, CertificateContent, type PublishedEvidence } from "../../../shared/certificate/certificate.ts";
import type { EvidenceSection } from "../../../shared/certificate/evidence-calls.ts";
import { StoredFile } from "../../../shared/file/file.ts";
import { Problem } from "../../../shared/http/problem.ts";
import { dayIn } from "../../../shared/organization/timezone.ts";
import { Work } from "../../../shared/submission/submission.ts";
import { readRevision } from "../../credential/model/revision.ts";
import { certificateKeys } from "../../data/keys/certificate.ts";
import { fileKeys } from "../../data/keys/file.ts";
import { submissionKeys } from "../../data/keys/submission.ts";
import { batchGet, get } from "../../data/table.ts";
import { clock } from "../../runtime/clock.ts";
import { digestOf, manifestOf } from "./manifest.ts";
import { hasLeft } from "./store.ts";

/** What was handed in for a section, and the uploads behind its files by their digest. */
export interface SectionEvidence {
  readonly section: EvidenceSection;
  readonly uploads: ReadonlyMap<string, StoredFile>;
}

/** All evidence behind a signed certificate that is still what its manifests say. Refuses one that is not signed. */
export async function evidenceOf(certificate: Certificate): Promise<SectionEvidence[]> {
  const { application_id, cred_id, revision, certificate_id } = certificate;
  const content = await get(CertificateContent, certificateKeys.certificateContent(certificate_id));
  if (content === undefined) throw new Problem("certificate.unsigned");
  const [published, items] = await Promise.all([
    readRevision(cred_id, revision),
    batchGet(content.evidence.map(({ section_id }) => submissionKeys.work(application_id, section_id))),
  ]);
  return Promise.all(
    content.evidence.map(async (judged, at) => {
      const work = items[at] && Work.parse(items[at]);
      const asked = published?.sections.find(({ section_id }) => section_id === judged.section_id);
      const files = await batchGet((work?.attachments ?? []).map(({ key }) => fileKeys.file(key)));
      const uploads = files.flatMap((item) => (item ? [StoredFile.parse(item)] : []));
      const answers = [
        { kind: "text" as const, text: work?.response ?? "" },
        ...(work?.links ?? []).map((text) => ({ kind: "link" as const, text })),
        ...(work?.options ?? []).map((text) => ({ kind: "option" as const, text })),
      ].map((answer) => ({ ...answer, sha256: digestOf(answer.text) }));
      const { section_id } = judged;
      const section: EvidenceSection = {
        section_id,
        title: asked?.title ?? section_id,
        manifest: manifestOf(judged),
        answers: answers.flatMap((answer) => {
          const found = judged.answers.find(({ kind, sha256 }) => kind === answer.kind && sha256 === answer.sha256);
          if (found === undefined) return [];
          const label = asked?.options.find(({ option_id }) => option_id === answer.text)?.name;
          const { salt } = found;
          return [{ ...answer, salt, ...(answer.kind === "option" && label !== undefined && { label }) }];
        }),
        files: judged.files.flatMap(({ name, sha256, salt }) => {
          const upload = uploads.find((each) => each.sha256 === sha256);
          return upload ? [{ name, sha256, salt, size: upload.size_bytes }] : [];
        }),
      };
      return { section, uploads: new Map(uploads.map((upload) => [upload.sha256 ?? "", upload])) };
    }),
  );
}

/** The pieces of a section, by digest. */
const piecesOf = ({ answers, files }: EvidenceSection): string[] => [...answers, ...files].map(({ sha256 }) => sha256);

/** Whether everything that is to be published is there. */
export const isAllThere = (evidence: readonly SectionEvidence[], wanted: PublishedEvidence["sections"]): boolean =>
  wanted.every(({ section_id, pieces }) => {
    const found = evidence.find(({ section }) => section.section_id === section_id);
    return found !== undefined && pieces.every((piece) => piecesOf(found.section).includes(piece));
  });

/** The day it is where a certificate was earned; at Greenwich where it does not say, as its own dates are written then. */
export const dayOfCertificate = ({ earned_in = "UTC" }: Pick<Certificate, "earned_in">): string =>
  dayIn(earned_in, clock.iso());

/**
 * What a certificate's learner publishes at present, and nothing else of it. Not found after its end, and of a certificate
 * that is hidden, no longer good or erased, or whose learner is: nobody is told which.
 */
export async function publishedEvidenceOf(
  certificate_id: string,
): Promise<{ readonly ends_on: string; readonly evidence: SectionEvidence[] }> {
  const missing = new Problem("resource.not-found");
  const certificate = await get(Certificate, certificateKeys.certificate(certificate_id));
  const { published_evidence: published, status, visibility } = certificate ?? {};
  if (!certificate || !published || (status !== "active" && status !== "expired") || visibility !== "shown")
    throw missing;
  if (published.ends_on < dayOfCertificate(certificate)) throw missing;
  if (await hasLeft(certificate)) throw missing;
  const evidence = (await evidenceOf(certificate)).flatMap(({ section, uploads }) => {
    const pieces = published.sections.find(({ section_id }) => section_id === section.section_id)?.pieces ?? [];
    const isPublished = ({ sha256 }: { sha256: string }) => pieces.includes(sha256);
    const shown = {
      ...section,
      answers: section.answers.filter(isPublished),
      files: section.files.filter(isPublished),
    };
    return piecesOf(shown).length > 0 ? [{ section: shown, uploads }] : [];
  });
  if (evidence.length === 0) throw missing;
  return { ends_on: published.ends_on, evidence };
}
