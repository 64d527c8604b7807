import { type CheckName, quoted, Refusal } from "./verdict.ts";

/** Whether addresses on this machine may be asked: only for who is on this machine themselves. */
export interface AddressRules {
  readonly localhost: boolean;
}

const addressCharactersMax = 2048;
/** Names that lead into the network of whoever asks. */
const innerName = /(^|\.)(localhost|local|internal|home\.arpa)$/;

/**
 * An address that a document may make us ask, without its fragment. Throws a `Refusal` (`malformed`) for everything that
 * is no plain https address of a public name: IP addresses, credentials, empty segments and steps upwards.
 */
export function allowedAddress(text: string, { localhost }: AddressRules, check: CheckName): URL {
  const refuse = (why: string) => new Refusal("malformed", check, `The address ${quoted(text)} ${why}.`);
  if (text.length > addressCharactersMax) throw refuse("is longer than 2,048 characters");
  const parts = /^(https?):\/\/([^/?#\\]*)([^?#]*)(\?[^#]*)?(#.*)?$/i.exec(text);
  if (!parts || !URL.canParse(text)) throw refuse("isn’t a web address");
  const [, scheme = "", authority = "", path = ""] = parts;
  if (authority.includes("@")) throw refuse("contains a user name");
  if (/[\\\s\p{Cc}]|%2f|%5c|%00/iu.test(path)) throw refuse("contains characters that an address can’t have");
  const segments = path.split("/").slice(1);
  if (segments.some((each) => /^(\.|%2e){1,2}$/i.test(each))) throw refuse("contains “..” or “.”");
  if (segments.slice(0, -1).some((each) => each === "")) throw refuse("has an empty segment");
  const url = new URL(text);
  url.hash = "";
  const isHere = url.hostname === "localhost";
  if (/^\[|^[\d.]+$/.test(url.hostname)) throw refuse("names a machine by its IP address");
  if (isHere && !localhost) throw refuse("is on your own computer");
  if (!isHere && (innerName.test(url.hostname) || !/^[^.].*\.[a-z][a-z\d-]*$/.test(url.hostname)))
    throw refuse("isn’t a public name");
  if (scheme.toLowerCase() !== "https" && !isHere) throw refuse("doesn’t use https");
  return url;
}

/**
 * Where the document of a `did:web` is. Throws a `Refusal` (`malformed`) for one that is not written as the method says.
 * On this machine it is asked over http.
 */
export function didDocumentAddress(did: string, rules: AddressRules): URL {
  const refuse = (why: string) => new Refusal("malformed", "issuer", `The issuer ${quoted(did)} ${why}.`);
  const [host = "", ...segments] = did.slice("did:web:".length).split(":");
  const authority = host.replace(/%3a/i, ":");
  if (!/^[a-z\d.-]+(:\d{1,5})?$/i.test(authority)) throw refuse("isn’t a valid web host");
  if (segments.some((each) => !/^[\w.~-]+$/.test(each) || /^\.+$/.test(each)))
    throw refuse("has a part that’s empty or invalid");
  const scheme = /^localhost(:|$)/i.test(authority) ? "http" : "https";
  const path = segments.length === 0 ? ".well-known" : segments.join("/");
  return allowedAddress(`${scheme}://${authority}/${path}/did.json`, rules, "issuer");
}
