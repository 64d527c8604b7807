import * as z from "zod";
import {
  ApplicationId,
  CertificateId,
  CredentialId,
  EventId,
  OrganizationId,
  Timestamp,
  UserId,
} from "../http/fields.ts";
import { InvitationId } from "../organization/invitation.ts";
import { publicEventNames } from "./events.ts";

/** Events of one answer. */
export const eventsMax = 100;
/** Days for which events and deliveries are kept. */
export const eventDays = 30;

/** An event as webhooks and the list of events tell it. */
export const WebhookEvent = z.object({
  /** The same over all attempts to tell it: webhooks have it in the header `webhook-id`. */
  event_id: EventId,
  /** What happened. */
  type: z.enum(publicEventNames),
  /** When it happened. */
  timestamp: Timestamp,
  /** What it is about. */
  data: z.object({
    organization_id: OrganizationId,
    /** The state of the thing from then on. */
    state: z.string(),
    user_id: UserId.optional(),
    invite_id: InvitationId.optional(),
    cred_id: CredentialId.optional(),
    application_id: ApplicationId.optional(),
    certificate_id: CertificateId.optional(),
    /** The certificate that took its place. */
    replacement_id: CertificateId.optional(),
    /** Where the API tells more. */
    link: z.string(),
  }),
});
export type WebhookEvent = z.infer<typeof WebhookEvent>;
