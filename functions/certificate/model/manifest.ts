import { createHash } from "node:crypto";
import type { CertificateContent } from "../../../shared/certificate/certificate.ts";
import { manifestText, pieceText, unsaltedManifestText } from "../../../shared/certificate/evidence.ts";

/** The SHA-256 of a text, in hex. */
export const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/**
 * The manifest of what was handed in for a section, letter by letter as its digest was signed. Of a section without a piece
 * it is the one that such a section always had.
 */
export function manifestOf({ section_id, nonce, answers, files }: CertificateContent["evidence"][number]): string {
  const pieces = [...answers, ...files.map((file) => ({ ...file, kind: "file" as const }))];
  const salted = pieces.flatMap(({ salt, ...piece }) => (salt === undefined ? [] : [digestOf(pieceText(salt, piece))]));
  return salted.length > 0
    ? manifestText({ section_id, nonce, pieces: salted })
    : unsaltedManifestText({ section_id, nonce, answers, files });
}
