import { digestMultibaseOf, type EvidencePiece, pieceText } from "../evidence.ts";
import { isObject, type Json, listOf, quoted, Refusal } from "./verdict.ts";

/** The manifest of one section's evidence as it was disclosed, and what of it is there to be compared. */
export interface DisclosedEvidence {
  readonly manifest: string;
  /** Answers as they were digested. */
  readonly answers?: readonly ({ readonly kind: "text" | "link" | "option"; readonly text: string } & Salted)[];
  readonly files?: readonly ({ readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> } & Salted)[];
}

interface Salted {
  /** In hex; absent where the manifest has no salts. */
  readonly salt?: string | undefined;
}

/** How many digests a credential holds of evidence. */
export const digestsOf = (credential: Json): string[] =>
  listOf(credential.evidence).flatMap((each) =>
    isObject(each) && typeof each.digestMultibase === "string" ? [each.digestMultibase] : [],
  );

/** The name of the section whose manifest has this digest; undefined where no digest of the credential is it. */
function sectionOf(credential: Json, digestMultibase: string): string | undefined {
  const found = listOf(credential.evidence).find((each) => isObject(each) && each.digestMultibase === digestMultibase);
  return isObject(found) ? quoted(found.name ?? "a section") : undefined;
}

const kinds = { text: "the answer", link: "a link", option: "a choice" } as const;

/**
 * Compares disclosed evidence with the digests that were signed, and its answers and files with their manifest. Answers one
 * sentence for each that is unchanged. Throws a `Refusal` (`altered`) at the first that differs.
 */
export async function compareEvidence(credential: Json, disclosed: readonly DisclosedEvidence[]): Promise<string[]> {
  const refuse = (what: string) => new Refusal("altered", "evidence", `${what} isn’t what was reviewed.`);
  const sentences: string[] = [];
  for (const { manifest, answers = [], files = [] } of disclosed) {
    const sha256 = await sha256Of(new TextEncoder().encode(manifest));
    const section = sectionOf(credential, digestMultibaseOf(sha256));
    if (section === undefined) throw refuse("The evidence that came with it");
    sentences.push(`${section}: the list of submitted work matches the signed one.`);
    const lists = listedBy(manifest);
    for (const { kind, text, salt } of answers) {
      const answerSha256 = await sha256Of(new TextEncoder().encode(text));
      if (!(await lists({ kind, sha256: answerSha256 }, salt))) throw refuse(`${section}: ${kinds[kind]}`);
      sentences.push(`${section}: ${kinds[kind]} matches what was reviewed.`);
    }
    for (const { name, bytes, salt } of files) {
      const fileSha256 = await sha256Of(bytes);
      if (!(await lists({ kind: "file", name, sha256: fileSha256 }, salt))) throw refuse(`The file ${quoted(name)}`);
      sentences.push(`${section}: the file ${quoted(name)} matches what was reviewed.`);
    }
  }
  return sentences;
}

/** Tells of a piece and its salt whether a manifest stands for them, in the one way or the other that manifests have. */
function listedBy(manifest: string): (piece: EvidencePiece, salt: string | undefined) => Promise<boolean> {
  const parsed = jsonIn(manifest);
  const { pieces, answers, files } = isObject(parsed) ? parsed : {};
  if (pieces !== undefined)
    return async (piece, salt = "") =>
      listOf(pieces).includes(await sha256Of(new TextEncoder().encode(pieceText(salt, piece))));
  return async (piece) =>
    listOf(piece.kind === "file" ? files : answers).some(
      (each) =>
        isObject(each) &&
        each.sha256 === piece.sha256 &&
        (piece.kind === "file" ? each.name === piece.name : each.kind === piece.kind),
    );
}

/** Nothing where it is no JSON: what others sign may be anything. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The SHA-256 of bytes, in hex. */
async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
