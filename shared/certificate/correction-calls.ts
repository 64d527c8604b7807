import * as z from "zod";
import { call, data } from "../http/call.ts";
import { CertificateId, CorrectionId, multiLine, organizationSelector } from "../http/fields.ts";
import { lastName, personName } from "../platform/person.ts";
import { Correction, correctionReasonMax } from "./correction.ts";

const own = { permission: "certificate:own", within: "organization" } as const;
const manage = { permission: "certificate:manage", within: "organization" } as const;

const ofCertificate = { ...organizationSelector, certificate_id: CertificateId };
const answer = () => data(z.object({ certificate_id: CertificateId, correction: Correction }));

/** One request waits at a time. The same once more answers the one that waits. */
export const askCorrection = call({
  route: "POST /user/mycertificate/correction",
  summary: "Ask for an own certificate with a corrected name",
  allow: own,
  whenArchived: "allowed",
  input: () =>
    z.object({
      ...ofCertificate,
      first_name: personName(),
      last_name: lastName(),
      /** What admins are told of why. */
      reason: multiLine("Enter a reason as text.")
        .max(correctionReasonMax, `Enter at most ${correctionReasonMax} characters.`)
        .optional(),
    }),
  output: answer,
  problems: [
    "resource.not-found",
    "certificate.not-good",
    "certificate.same-name",
    "certificate.correction-waits",
    "rate.exceeded",
  ],
});

/** As long as nobody has decided. */
export const withdrawCorrection = call({
  route: "PUT /user/mycertificate/correction/withdraw",
  summary: "Withdraw the request for a corrected name",
  allow: own,
  whenArchived: "allowed",
  input: () => z.object({ ...ofCertificate, correction_id: CorrectionId }),
  output: answer,
  problems: ["resource.not-found", "certificate.correction-over"],
});

/** The certificate stays as it is. To accept a request is to replace the certificate, with the request's id. */
export const declineCorrection = call({
  route: "PUT /organization/certificate/correction/decline",
  summary: "Decline a learner's request for a corrected name",
  allow: manage,
  whenArchived: "allowed",
  input: () =>
    z.object({
      ...ofCertificate,
      correction_id: CorrectionId,
      /** What the learner is told. */
      reason: multiLine("Enter a reason. The learner sees it.")
        .min(1, "Enter a reason. The learner sees it.")
        .max(correctionReasonMax, `Enter at most ${correctionReasonMax} characters.`),
    }),
  output: answer,
  problems: ["resource.not-found", "certificate.correction-over"],
});
