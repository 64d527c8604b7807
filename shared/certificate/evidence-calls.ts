import * as z from "zod";
import { call, data } from "../http/call.ts";
import { CalendarDate, organizationSelector, SectionId } from "../http/fields.ts";
import { ofCertificate, own } from "./calls.ts";
import { PublishedEvidence } from "./certificate.ts";

/** A piece of evidence: the SHA-256 of its bytes or its text, in hex. */
const Piece = z.string().regex(/^[0-9a-f]{64}$/, "Not the SHA-256 of a piece of evidence.");

/** With which the manifest stands for the piece, in hex; absent where its certificate is older than salts. */
const Salt = z.string().optional();

/** What was handed in for one section, with the manifest whose digest the credential holds. */
export const EvidenceSection = z.object({
  section_id: SectionId,
  title: z.string(),
  /** The manifest as JSON, letter by letter as it was digested. */
  manifest: z.string(),
  /** Answers in the order of the manifest. */
  answers: z.array(
    z.object({
      /** A text, a link, or an option that was picked. */
      kind: z.enum(["text", "link", "option"]),
      /** What was digested: rich text, the address, or the option's id. */
      text: z.string(),
      /** What an option says. */
      label: z.string().optional(),
      /** In hex. */
      sha256: z.string(),
      salt: Salt,
    }),
  ),
  /** Files, without their contents. */
  files: z.array(
    z.object({
      name: z.string(),
      /** Bytes. */
      size: z.number().int(),
      /** In hex. */
      sha256: z.string(),
      salt: Salt,
    }),
  ),
});

export type EvidenceSection = z.infer<typeof EvidenceSection>;

/** Everything that may be published, what of it is, and how often that was opened. */
export const readEvidence = call({
  route: "GET /user/mycertificate/evidence",
  summary: "Read the evidence behind one of the own certificates",
  allow: own,
  whenArchived: "allowed",
  input: () => z.object({ ...organizationSelector, ...ofCertificate }),
  output: () =>
    data(
      z.object({
        sections: z.array(EvidenceSection),
        published: PublishedEvidence.optional(),
        /** Its last day has passed: it is handed out no more. */
        ended: z.boolean().optional(),
        /** The time zone of its days, the organization's when it was earned; UTC where it is absent. */
        earned_in: z.string().optional(),
        /** How often it was opened. */
        openings: z.number().int(),
      }),
    ),
  problems: ["resource.not-found", "certificate.unsigned"],
});

/** It takes the place of what was published before; without sections nothing is published any more. */
export const publishEvidence = call({
  route: "PUT /user/mycertificate/evidence",
  summary: "Publish some of the evidence behind one of the own certificates",
  allow: own,
  whenArchived: "allowed",
  input: () =>
    z.object({
      ...organizationSelector,
      ...ofCertificate,
      /** The last day where the certificate was earned, at most a year from now. */
      ends_on: z.iso.date("Choose the last day.").optional(),
      /** The chosen pieces, by section. */
      sections: z.array(z.object({ section_id: SectionId, pieces: z.array(Piece).max(40) })).max(20),
    }),
  output: () => data(z.object({ published: PublishedEvidence.optional() })),
  problems: ["resource.not-found", "certificate.not-good", "certificate.unsigned"],
});

/** What its learner publishes at present. Counts that it was opened, and nothing of who did. */
export const openEvidence = call({
  route: "POST /certificate/evidence",
  summary: "Open the published evidence of a certificate",
  allow: "anyone",
  input: () => z.object(ofCertificate),
  output: () => data(z.object({ ends_on: CalendarDate, sections: z.array(EvidenceSection) })),
  problems: ["resource.not-found", "rate.exceeded"],
});

/** Good for one minute. */
export const downloadEvidence = call({
  route: "GET /certificate/evidence/file",
  summary: "Get a download link of a published file",
  allow: "anyone",
  input: () => z.object({ ...ofCertificate, section_id: SectionId, sha256: Piece }),
  output: () => data(z.object({ url: z.string() })),
  problems: [
    "resource.not-found",
    "file.not-clean",
    "file.locked",
    "file.not-scanned",
    "file.being-checked",
    "rate.exceeded",
  ],
});
