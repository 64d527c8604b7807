import * as z from "zod";
import { singleLine, wholeNumber } from "../http/fields.ts";
import { roleIds } from "../permissions.ts";
import { nameLengthMax } from "./full-name.ts";
import { termsVersions } from "./terms.ts";

/** Bytes an avatar or logo must stay below. */
const pictureBytesMax = 2 * 1024 * 1024;

/** Cuts a name to its longest length, never through the middle of what is seen as one character. */
export function cutName(text: string, lengthMax = nameLengthMax): string {
  if (text.length <= lengthMax) return text;
  let cut = "";
  for (const { segment } of new Intl.Segmenter("en").segment(text)) {
    if (cut.length + segment.length > lengthMax) break;
    cut += segment;
  }
  return cut.trimEnd();
}

/** An address as RFC 5322 writes one without quotes and comments: what providers give out, and more than most forms take. */
const addressPattern =
  /^(?!\.)(?!.*\.[.@])[\w!#$%&'*+/=?^`{|}~.-]{1,64}@(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]+)$/;

/** An address whose domain is written as the network knows it: `müller.de` is `xn--mller-kva.de`. */
function withNetworkDomain(address: string): string {
  const [, name, domain] = /^(.+@)([^@/?#:\\]*[^\0-\x7f][^@/?#:\\]*)$/.exec(address) ?? [];
  return domain && URL.canParse(`http://${domain}`) ? name + new URL(`http://${domain}`).hostname : address;
}

/** An e-mail address in lower case. `message` when it is none, `emptyMessage` when nothing was written. */
export const emailAddress = (message: string, emptyMessage = message) =>
  z
    .string(emptyMessage)
    .trim()
    .toLowerCase()
    .min(1, { error: emptyMessage, abort: true })
    .overwrite(withNetworkDomain)
    .max(254, message)
    .refine((text) => addressPattern.test(text), message)
    .meta({ format: "email" });

/** A first or last name, cut to 30 characters. */
export const personName = (message = "Please provide both first and last name") =>
  singleLine(message)
    .min(1, message)
    .overwrite((text) => cutName(text));

/** A last name; a single dash of any kind is that of somebody with one name alone, and is kept as nothing. */
export const lastName = () => personName().overwrite((text) => text.replace(/^\p{Pd}$/u, ""));

/** Ten digits, the area code with or without parentheses, dashes, dots or spaces between; +1 may stand before. */
const phonePattern = /^(?:\+?1[-. ]?)?(?:\(\d{3}\)|\d{3})[-. ]?\d{3}[-. ]?\d{4}$/;

/** Whether a text is a telephone number as profiles take it. */
export const isPhone = (text: string): boolean => phonePattern.test(asDialled(text));

/** With plain dashes and spaces, whatever dash a page or a program has put there. */
const asDialled = (text: string) => text.replace(/\p{Pd}/gu, "-").replace(/\s/g, " ");

/** A telephone number, or nothing. */
export const phone = z
  .string()
  .trim()
  .overwrite((text) => (isPhone(text) ? asDialled(text).replace(/^\+?1[-. ]?(?=[(\d])/, "") : text))
  .refine((text) => text === "" || isPhone(text), "Invalid mobile number");

/** A picture as a data URL: JPG or PNG, under 2 MB. The server decodes and encodes it anew. */
export const picture = z
  .string()
  .regex(/^data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/]+={0,2}$/, {
    error: "You can only upload JPG/PNG file!",
    abort: true,
  })
  .refine((url) => bytesOfDataUrl(url) < pictureBytesMax, "Image must smaller than 2MB!");

/** How many bytes the base64 of a data URL stands for. */
function bytesOfDataUrl(url: string): number {
  const base64 = url.slice(url.indexOf(",") + 1);
  return Math.floor((base64.length * 3) / 4) - (base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0);
}

/** The number of a role that a member of an organization may hold: 2 to 7. */
export const memberRole = wholeNumber({
  min: roleIds.admin,
  max: roleIds.custom,
  message: "Role field can not be empty",
});

/** Terms of service that somebody accepts, by the day they began. */
export const TermsVersion = z.enum(termsVersions, "We don’t know these terms of service.");
