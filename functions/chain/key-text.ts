import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";
import { environment } from "../runtime/environment.ts";

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SECRET_BYTES = 32;
/** As many of the letters as hold 32 bytes, and the four of a checksum. */
const lengths = { secret: 43, checksum: 6 } as const;

function inLetters(bytes: Buffer, length: number): string {
  let rest = BigInt(`0x${bytes.toString("hex")}`);
  let text = "";
  for (; text.length < length; rest /= 62n) text = letters[Number(rest % 62n)]! + text;
  return text;
}

/** The end of a key, by which a scanner, and we without asking the table, tell one from what is none. */
function checksumOf(text: string): string {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(text));
  return inLetters(sum, lengths.checksum);
}

const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("hex");

/** What a key of this stage begins with; its secret follows. */
export const keyBeginning = (key_id: string): string =>
  `laurel_${environment("STAGE")}_${key_id.replace(/^key_/, "")}_`;

/** A new key: its text, which is shown once, and what is kept of its secret. 256 random bits need no slow hash. */
export function newKeyText(
  key_id: string,
  bits: Buffer = randomBytes(SECRET_BYTES),
): { readonly text: string; readonly secret_hash: string } {
  const secret = inLetters(bits, lengths.secret);
  const text = `${keyBeginning(key_id)}${secret}`;
  return { text: `${text}_${checksumOf(text)}`, secret_hash: hashOf(secret) };
}

/** A key that was sent. */
export interface SentKey {
  readonly key_id: string;
  matches(secret_hash: string): boolean;
}

/** Reads a key of this stage; undefined for any other text. */
export function readKeyText(sent: string): SentKey | undefined {
  const [, text, id, secret, checksum] =
    /^(laurel_[a-z0-9-]+_([0-9A-Z]{26})_([0-9A-Za-z]{43}))_([0-9A-Za-z]{6})$/.exec(sent) ?? [];
  if (text === undefined || checksumOf(text) !== checksum) return undefined;
  const key_id = `key_${id}`;
  if (!text.startsWith(keyBeginning(key_id))) return undefined;
  return {
    key_id,
    matches: (secret_hash) => timingSafeEqual(Buffer.from(hashOf(secret!), "hex"), Buffer.from(secret_hash, "hex")),
  };
}
