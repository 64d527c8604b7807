import { BadImage, type Baked, bakedInPng, bakedInSvg, isPng, isSvg } from "../baking.ts";
import { type AddressRules, allowedAddress } from "./address.ts";
import { type Ask, NoAnswer } from "./ask.ts";
import { parseDocument } from "./document.ts";
import { assertionAt } from "./hosted.ts";
import { isZip, readPackage } from "./package.ts";
import { type Json, Refusal } from "./verdict.ts";
import type { VerifyOptions } from "./verify.ts";

/** What was given: a credential, and what came with it. */
export interface Given extends Pick<VerifyOptions, "packaged" | "evidence"> {
  readonly document: Json;
}

const bytesMax = 30_000_000;
const refuse = (sentence: string) => new Refusal("malformed", "document", sentence);

/** The credential in a file: JSON, a badge image (PNG or SVG), or a continuity package. Throws a `Refusal`. */
export async function readFile(bytes: Uint8Array): Promise<Given> {
  if (bytes.length > bytesMax) throw refuse("The file is larger than 30 MB.");
  if (isZip(bytes)) {
    const { credential, documents, evidence } = readPackage(bytes);
    return { document: fromText(credential), packaged: documents, evidence };
  }
  if (isPng(bytes)) return { document: fromImage(await readable(() => bakedInPng(bytes))) };
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return { document: fromImage([]) };
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return readText(new TextDecoder(isWide ? (bytes[0] === 0xff ? "utf-16le" : "utf-16be") : "utf-8").decode(bytes));
}

/** The credential in a text: JSON, or an SVG. Throws a `Refusal`. */
export async function readText(text: string): Promise<Given> {
  const start = text.slice(0, 2000);
  if (/^\s*<!doctype html|^\s*<html/i.test(start)) throw refuse("This is a web page, not a credential.");
  if (isSvg(text)) {
    if (text.length > bytesMax / 10) throw refuse("The image is larger than 3 MB.");
    return { document: fromImage(await readable(async () => bakedInSvg(text))) };
  }
  return { document: fromText(text) };
}

/** The address in a text that is one and nothing else; undefined for any other text. */
export const linkIn = (text: string): string | undefined => /^https?:\/\/\S+$/i.exec(text.trim())?.[0];

/** Where the credential is that a link leads to: the page of a certificate has it beside it. Throws a `Refusal`. */
export function credentialAddress(link: string, rules: AddressRules): URL {
  const url = allowedAddress(link, rules, "document");
  if (/^\/c\/[\w-]+$/.test(url.pathname)) url.pathname += ".json";
  return url;
}

/** The credential that an address holds. Throws a `Refusal`. */
export async function readLink(link: string, ask: Ask, rules: AddressRules): Promise<Given> {
  const { href, host } = credentialAddress(link, rules);
  const cannot = (why: string) => new Refusal("unreachable", "document", `The credential couldn’t be read: ${why}.`);
  try {
    const { status, bytes } = await ask(href);
    if (status !== 200) throw cannot(`${host} has none at this address (${status})`);
    return await readFile(bytes);
  } catch (error) {
    throw error instanceof NoAnswer ? cannot(error.message) : error;
  }
}

function fromText(text: string): Json {
  const trimmed = text.replace(/^\uFEFF/, "").trim();
  if (trimmed === "") throw refuse("It’s empty.");
  if (/^[\w-]+\.[\w-]+\.[\w-]*(~.*)?$/.test(trimmed))
    throw new Refusal("unreachable", "document", "It’s signed as a JWT, which this verifier doesn’t support.");
  return parseDocument(trimmed, "document", "What you entered");
}

function fromImage(baked: readonly Baked[]): Json {
  const credentials = baked.filter(({ kind }) => kind === "credential");
  const [found, ...others] = credentials.length > 0 ? credentials : baked;
  if (!found)
    throw refuse(
      "This image doesn’t contain a credential. Photo and chat apps often remove it. Use the original download.",
    );
  if (others.length > 0)
    throw refuse(`There are ${others.length + 1} credentials in this image. It must contain exactly one.`);
  const link = found.kind === "assertion" ? linkIn(found.text) : undefined;
  return link === undefined ? fromText(found.text) : assertionAt(link);
}

async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof BadImage ? refuse(error.message) : error;
  }
}
