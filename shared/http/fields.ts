import * as z from "zod";
import "./sentences.ts";
import { isBlank, richTextLimits } from "./text.ts";

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
