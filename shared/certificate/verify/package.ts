import { strToU8, unzipSync, zipSync } from "fflate";
import type { DisclosedEvidence } from "./evidence.ts";
import { isObject, listOf, quoted, Refusal } from "./verdict.ts";

/**
 * A continuity package: a zip with everything a verifier needs when the issuer's hosts are gone. Its table of contents says
 * which file is the credential, which file is the document of which address, and which are manifests of evidence.
 */
export interface ContinuityPackage {
  /** The credential's JSON as it was signed. */
  readonly credential: string;
  /** Documents as text, by the address they are at: the DID document, the status list, contexts, the achievement. */
  readonly documents: ReadonlyMap<string, string>;
  readonly evidence: readonly DisclosedEvidence[];
}

interface Contents {
  readonly format: typeof format;
  readonly packagedAt: string;
  readonly credential: string;
  readonly documents: readonly { readonly url: string; readonly file: string }[];
  readonly evidence: readonly {
    readonly manifest: string;
    readonly files: readonly { name: string; file: string; salt?: string | undefined }[];
  }[];
}

const format = "laurel-continuity-package-1";
const contentsFile = "contents.json";
const limits = { files: 300, bytes: 30_000_000 };

/** Writes a package. `packagedAt` is a moment with its zone. */
export function writePackage({ credential, documents, evidence }: ContinuityPackage, packagedAt: string): Uint8Array {
  const files: Record<string, Uint8Array> = { "credential.json": strToU8(credential) };
  const put = (file: string, bytes: Uint8Array) => {
    files[file] = bytes;
    return file;
  };
  const contents: Contents = {
    format,
    packagedAt,
    credential: "credential.json",
    documents: [...documents].map(([url, text], at) => ({ url, file: put(`documents/${at + 1}.json`, strToU8(text)) })),
    evidence: evidence.map(({ manifest, files: work = [] }, at) => ({
      manifest: put(`evidence/${at + 1}.json`, strToU8(manifest)),
      files: work.map(({ name, bytes, salt }, file) => ({
        name,
        file: put(`evidence/${at + 1}/${file + 1}`, bytes),
        salt,
      })),
    })),
  };
  return zipSync({ [contentsFile]: strToU8(JSON.stringify(contents, null, 2)), ...files });
}

export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;

/** Reads a package that anybody may have made. Throws a `Refusal` (`malformed`). */
export function readPackage(zip: Uint8Array): ContinuityPackage {
  const refuse = (why: string) => new Refusal("malformed", "document", `The package ${why}.`);
  let [count, bytes] = [0, 0];
  let files: Record<string, Uint8Array>;
  try {
    files = unzipSync(zip, {
      filter({ originalSize }) {
        count++;
        bytes += originalSize;
        if (count > limits.files || bytes > limits.bytes) throw refuse("contains more than 300 files or 30 MB");
        return true;
      },
    });
  } catch (error) {
    throw error instanceof Refusal ? error : refuse("is damaged");
  }
  let [named, read] = [0, 0];
  const bytesOf = (name: unknown): Uint8Array<ArrayBuffer> => {
    const file = typeof name === "string" && Object.hasOwn(files, name) ? files[name] : undefined;
    if (!file) throw refuse(`lacks ${quoted(name ?? contentsFile)}`);
    read += file.length;
    if (++named > 2 * limits.files || read > 2 * limits.bytes) throw refuse("names its files again and again");
    return Uint8Array.from(file);
  };
  const textOf = (name: unknown) => new TextDecoder().decode(bytesOf(name));
  const contents = parsed(textOf(contentsFile));
  if (!isObject(contents) || contents.format !== format) throw refuse("is no continuity package of a credential");
  const entriesOf = (value: unknown) => listOf(value).filter(isObject);
  return {
    credential: textOf(contents.credential),
    documents: new Map(entriesOf(contents.documents).map(({ url, file }) => [String(url), textOf(file)])),
    evidence: entriesOf(contents.evidence).map(({ manifest, files: work }) => ({
      manifest: textOf(manifest),
      files: entriesOf(work).map(({ name, file, salt }) => ({
        name: String(name),
        bytes: bytesOf(file),
        ...(typeof salt === "string" && { salt }),
      })),
    })),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
