/** A piece of what was handed in, by the SHA-256 of its bytes, or of its text as UTF-8, in hex. */
export type EvidencePiece =
  | { readonly kind: "text" | "link" | "option"; readonly sha256: string }
  | { readonly kind: "file"; readonly name: string; readonly sha256: string };

/** The text by whose SHA-256 a manifest stands for a piece. `salt`: 128 random bits, in hex, told with the piece alone. */
export const pieceText = (salt: string, piece: EvidencePiece): string =>
  JSON.stringify({
    salt,
    kind: piece.kind,
    ...(piece.kind === "file" && { name: piece.name }),
    sha256: piece.sha256,
  });

/**
 * What was handed in for one section. Its digest stands in the credential; it is itself disclosed only with evidence that
 * its learner published, and tells of the pieces that they did not publish only how many there are.
 */
export interface EvidenceManifest {
  readonly section_id: string;
  /** 128 random bits, in hex. */
  readonly nonce: string;
  /** The SHA-256 of each piece's {@link pieceText}, in hex. */
  readonly pieces: readonly string[];
}

/** A manifest of before pieces had salts: who reads it sees the names of files, and can guess what is short. */
export interface UnsaltedManifest {
  readonly section_id: string;
  readonly nonce: string;
  readonly answers: readonly { readonly kind: "text" | "link" | "option"; readonly sha256: string }[];
  readonly files: readonly { readonly name: string; readonly sha256: string }[];
}

/** A manifest as the bytes whose digest the credential holds: JSON with its fields, and its pieces, in one order. */
export const manifestText = ({ section_id, nonce, pieces }: EvidenceManifest): string =>
  JSON.stringify({ section_id, nonce, pieces: [...pieces].sort() });

/** The same of a manifest without salts. */
export const unsaltedManifestText = ({ section_id, nonce, answers, files }: UnsaltedManifest): string =>
  JSON.stringify({
    section_id,
    nonce,
    answers: answers.map(({ kind, sha256 }) => ({ kind, sha256 })),
    files: files.map(({ name, sha256 }) => ({ name, sha256 })),
  });

const SHA_256 = [0x12, 0x20];

/** A SHA-256, in hex, as credentials write digests: a multihash in base64url. */
export function digestMultibaseOf(sha256: string): string {
  const bytes = [...SHA_256, ...(sha256.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))];
  return `u${btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "")}`;
}
