/** A file that was handed in: its name and the SHA-256 of its bytes, in hex. */
export interface EvidenceFile {
  readonly name: string;
  readonly sha256: string;
}

/**
 * What was handed in for one section. Its digest stands in the credential; it is itself disclosed only with evidence that
 * its learner published. The nonce keeps anybody from guessing what was handed in.
 */
export interface EvidenceManifest {
  readonly section_id: string;
  /** 128 random bits, in hex. */
  readonly nonce: string;
  /** The SHA-256, in hex, of the text, of each link and of each picked option: of its UTF-8 as it was handed in. */
  readonly answers: readonly { readonly kind: "text" | "link" | "option"; readonly sha256: string }[];
  readonly files: readonly EvidenceFile[];
}

/** A manifest as the bytes whose digest the credential holds: JSON with its fields in one order. */
export const manifestText = ({ section_id, nonce, answers, files }: EvidenceManifest): string =>
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
