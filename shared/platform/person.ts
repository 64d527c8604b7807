import * as z from "zod";
import { singleLine, wholeNumber } from "../http/fields.ts";
import { roleIds } from "../permissions.ts";
import { termsVersions } from "./terms.ts";

/** Characters of a first or last name; longer input is cut. */
export const nameLengthMax = 30;

/** Bytes an avatar or logo must stay below. */
const pictureBytesMax = 2 * 1024 * 1024;

/** Cuts a name to its longest length, never through the middle of a character. */
export function cutName(text: string, lengthMax = nameLengthMax): string {
  if (text.length <= lengthMax) return text;
  let cut = "";
  for (const character of text) {
    if (cut.length + character.length > lengthMax) break;
    cut += character;
  }
  return cut.trimEnd();
}

/** An e-mail address in lower case. `message` when it is none, `emptyMessage` when nothing was written. */
export const emailAddress = (message: string, emptyMessage = message) =>
  z
    .string(emptyMessage)
    .trim()
    .toLowerCase()
    .min(1, { error: emptyMessage, abort: true })
    .max(254, message)
    .email(message);

/** A first or last name, cut to 30 characters. */
export const personName = (message = "Please provide both first and last name") =>
  singleLine(message)
    .min(1, message)
    .overwrite((text) => cutName(text));

/** Ten digits, the area code with or without parentheses, dashes, dots or spaces between. */
const phonePattern = /^(?:\(\d{3}\)|\d{3})[-. ]?\d{3}[-. ]?\d{4}$/;

/** Whether a text is a telephone number as profiles take it. */
export const isPhone = (text: string): boolean => phonePattern.test(text);

/** A telephone number, or nothing. */
export const phone = z
  .string()
  .trim()
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
