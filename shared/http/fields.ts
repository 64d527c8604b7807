import * as z from "zod";

/** An id of one kind: its prefix and a ulid. Anything of that form is looked up; a wrong one is simply not found. */
const id = (prefix: string) => z.string().regex(new RegExp(`^${prefix}_[0-9A-Za-z]{1,40}$`), "Not a valid id.");

/** `usr_…` */
export const UserId = id("usr");
/** `org_…` */
export const OrganizationId = id("org");
/** `crd_…` */
export const CredentialId = id("crd");
/** `sec_…` */
export const SectionId = id("sec");
/** `app_…`, an application and the submission that grows from it. */
export const ApplicationId = id("app");
/** `job_…` */
export const JobId = id("job");

/** The field that names the organization a call acts in; left out, the caller's only one is meant. */
export const organizationSelector = { organization_id: OrganizationId.optional() };

/** Bytes a rich text may have before it is parsed. */
export const richTextLimits = { ordinaryBytes: 20_000, descriptionBytes: 50_000 } as const;

/** Whether rich text shows nothing: only tags, entities, white space and zero-width characters. */
export const isBlank = (html: string): boolean =>
  html
    .replace(/<[^<>]*>?/g, "")
    .replace(/&#?\w{1,31};/g, "")
    .replace(/[\s\u200B-\u200D\u2060\uFEFF]/g, "") === "";

/** Rich text as HTML; `required` is the message when it shows nothing. The server sanitizes it on write. */
export function richText({
  required,
  limitBytes = richTextLimits.ordinaryBytes,
}: {
  required?: string;
  limitBytes?: number;
} = {}) {
  return z
    .string(required)
    .max(limitBytes, { error: "This text is too long.", abort: true })
    .refine((html) => new TextEncoder().encode(html).length <= limitBytes, "This text is too long.")
    .refine((html) => required === undefined || !isBlank(html), required);
}

/** A web address that opens in a browser. */
export const isWebAddress = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return (url?.protocol === "https:" || url?.protocol === "http:") && url.hostname.includes(".");
};
