import * as z from "zod";
import "./sentences.ts";
import { richTextLimits, tooLong } from "./rich-text-limits.ts";
import { asLine, asLines, isBlank } from "./text.ts";

/** An id of one kind: its prefix and a ulid. Anything of that form is looked up; a wrong one is simply not found. */
const id = (prefix: string) => z.string().regex(new RegExp(`^${prefix}_[0-9A-Za-z]{1,40}$`), "This ID isn’t valid.");

/**
 * The id of a person.
 * @example usr_01JD8Z4Q7M9V3K2T5W6X8Y0ABC
 */
export const UserId = id("usr");
/**
 * The id of an organization.
 * @example org_01JD8Z4Q7M9V3K2T5W6X8Y0ABC
 */
export const OrganizationId = id("org");
/**
 * The id of a credential.
 * @example crd_01JD8Z4Q7M9V3K2T5W6X8Y0ABC
 */
export const CredentialId = id("crd");
/**
 * The id of a section of a credential.
 * @example sec_01JD8Z4Q7M9V3K2T5W6X8Y0ABC
 */
export const SectionId = id("sec");
/**
 * The id of an application, and of the submission that it becomes.
 * @example app_01JD8Z4Q7M9V3K2T5W6X8Y0ABC
 */
export const ApplicationId = id("app");
/**
 * The id of a review job.
 * @example job_01JD8Z4Q7M9V3K2T5W6X8Y0ABC
 */
export const JobId = id("job");
/**
 * The id of a comment that a reviewer keeps.
 * @example cmt_01JD8Z4Q7M9V3K2T5W6X8Y0ABC
 */
export const CommentId = id("cmt");
/**
 * The id of an anchor.
 * @example anc_01JD8Z4Q7M9V3K2T5W6X8Y0ABC
 */
export const AnchorId = id("anc");
/**
 * The id of a key.
 * @example key_01JD8Z4Q7M9V3K2T5W6X8Y0ABC
 */
export const KeyId = id("key");
/**
 * The id of an endpoint that events are sent to.
 * @example wep_01JD8Z4Q7M9V3K2T5W6X8Y0ABC
 */
export const EndpointId = id("wep");
/**
 * The id of an event.
 * @example evt_01JD8Z4Q7M9V3K2T5W6X8Y0ABC
 */
export const EventId = id("evt");
/**
 * The id of a line of billing history.
 * @example pay_01JD8Z4Q7M9V3K2T5W6X8Y0ABC
 */
export const BillingEntryId = id("pay");
/**
 * The id of a certificate: 128 random bits, which nobody guesses.
 * @example crt_3k9q2m7x5t8v1w4y6z0a2b4c6d
 */
export const CertificateId = id("crt");

/**
 * The id of a request for a corrected name.
 * @example cor_01JD8Z4Q7M9V3K2T5W6X8Y0ABC
 */
export const CorrectionId = id("cor");

/**
 * A moment, in UTC.
 * @format date-time
 * @example 2026-11-21T04:05:07.000Z
 */
export const Timestamp = z.string();
/**
 * A day of the calendar.
 * @format date
 * @example 2026-11-21
 */
export const CalendarDate = z.string();
/** An amount in US dollars, with the cents as decimals. */
export const Dollars = z.number();

/** The organization to act in; left out, the caller's only one. */
export const SelectedOrganizationId = OrganizationId.optional();

/** What a call within an organization takes beside its own fields. */
export const organizationSelector = { organization_id: SelectedOrganizationId };

/** Decimal digits as a number: that is how numbers travel in a query. Everything else stays as it is, to be refused. */
const fromDigits = (value: number) =>
  typeof value === "string" && /^(?:0|[1-9]\d{0,14})$/.test(value) ? Number(value) : value;

/** A whole number from `min` to `max`, in a query as decimal digits. `message` says what is wrong with any other. */
export const wholeNumber = ({
  min,
  max,
  message,
  beyond = message,
}: {
  readonly min: number;
  readonly max: number;
  readonly message?: string;
  /** What is said of a number beyond `max`. */
  readonly beyond?: string;
}) => z.preprocess(fromDigits, z.number(message).int(message).min(min, message).max(max, beyond));

/** A name, a title or another text of one line, kept as {@link asLine} has it; `message` where it is no text. */
export const singleLine = (message?: string) => z.string(message).overwrite(asLine);

/** Plain text of several lines, kept as {@link asLines} has it. */
export const multiLine = (message?: string) => z.string(message).overwrite(asLines);

/** Rich text as HTML; `required` is the message when it shows nothing. The server sanitizes it on write. */
export function richText({
  required,
  limitCharacters = richTextLimits.ordinaryCharacters,
}: {
  required?: string;
  limitCharacters?: number;
} = {}) {
  const error = ({ input }: { readonly input?: unknown }) => tooLong(String(input), limitCharacters);
  return z
    .string(required)
    .max(limitCharacters, { error, abort: true })
    .refine((html) => required === undefined || !isBlank(html), required);
}
