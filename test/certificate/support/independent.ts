import { createHash, createPublicKey, verify as verifySignature } from "node:crypto";
import { createRequire } from "node:module";
import { JsonLdParser } from "jsonld-streaming-parser";
import { RDFC10 } from "rdfjs-c14n";
import { contexts } from "../../../shared/certificate/verify/contexts.ts";
import type { Json } from "../../../shared/certificate/verify/verdict.ts";

/**
 * Whether a document was signed with a key, by a way that shares nothing with the verifier but the contexts: another
 * JSON-LD parser, another canonicalization, and Node's own Ed25519.
 */
export async function isSignedBy(document: Json, publicKeyMultibase: string): Promise<boolean> {
  const { proof: proofs, ...unsigned } = document;
  const { proofValue, ...options } = (Array.isArray(proofs) ? proofs[0] : proofs) as { proofValue: string };
  const hashes = [{ "@context": document["@context"], ...options }, unsigned].map(hashOf);
  const key = { kty: "OKP", crv: "Ed25519", x: base58(publicKeyMultibase.slice(1)).subarray(2).toString("base64url") };
  return verifySignature(
    null,
    Buffer.concat(await Promise.all(hashes)),
    createPublicKey({ key, format: "jwk" }),
    base58(proofValue.slice(1)),
  );
}

/** The SHA-256 of a document's canonical form. */
export async function hashOf(document: object): Promise<Buffer> {
  const canonical = await new RDFC10().canonicalize(await quadsOf(document));
  return createHash("sha256").update(canonical).digest();
}

interface Literal {
  readonly value: string;
  readonly language: string;
  readonly datatype: { readonly value: string };
}
const escapes: Readonly<Record<string, string>> = {
  "\b": "b",
  "\t": "t",
  "\n": "n",
  "\f": "f",
  "\r": "r",
  '"': '"',
  "\\": "\\",
};
const escaped = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that canonical N-Quads escapes
  text.replace(/["\\\u0000-\u001f\u007f]/g, (sign) =>
    escapes[sign] ? `\\${escapes[sign]}` : `\\u${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`,
  );

// The canonicalization writes its quads with n3's Turtle writer, which shortens numbers and escapes emoji: neither is canonical.
const { Writer } = createRequire(createRequire(import.meta.url).resolve("rdfjs-c14n"))("n3") as {
  Writer: { prototype: { _encodeLiteral: (literal: Literal) => string } };
};
Writer.prototype._encodeLiteral = ({ value, language, datatype }) => {
  const isPlain = datatype.value === "http://www.w3.org/2001/XMLSchema#string";
  return `"${escaped(value)}"${language ? `@${language}` : isPlain ? "" : `^^<${datatype.value}>`}`;
};

function quadsOf(document: object): Promise<Parameters<RDFC10["canonicalize"]>[0]> {
  const parser = new JsonLdParser({
    rdfDirection: "i18n-datatype",
    documentLoader: {
      async load(url: string) {
        const context = contexts.get(url);
        if (!context) throw new Error(`${url} is not bundled.`);
        return context as never;
      },
    },
  });
  const quads: unknown[] = [];
  return new Promise((resolve, reject) => {
    parser.on("data", (quad: unknown) => quads.push(quad));
    parser.on("error", reject);
    parser.on("end", () => resolve(quads as never));
    parser.write(JSON.stringify(document));
    parser.end();
  });
}

const digits = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

function base58(text: string): Buffer {
  let value = 0n;
  for (const digit of text) value = value * 58n + BigInt(digits.indexOf(digit));
  const hex = value.toString(16);
  const zeros = /^1*/.exec(text)![0].length;
  return Buffer.concat([Buffer.alloc(zeros), Buffer.from(hex.length % 2 ? `0${hex}` : hex, "hex")]);
}
