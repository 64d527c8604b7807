import { roleIds } from "../../../../shared/permissions.ts";
import * as paths from "../../../../shared/platform/paths.ts";
import { idIn } from "../../../chain/event.ts";
import type { EventContext } from "../event-context.ts";
import { each, members, type NotificationRules } from "./notification.ts";

/** What joins an organization to other programs: every admin hears of it, whoever did it. */
export const connectionNotifications: NotificationRules = {
  "key.created": async (context) =>
    each(await members(context, roleIds.admin), {
      title: `New API key: ${context.keyName}`,
      lines: [
        `${context.personName} made the API key “${context.keyName}” for ${context.organizationName}. Programs that have it can call Laurel for your organization.`,
        "If you didn’t expect this, end the key. It stops working right away.",
      ],
      link: paths.apiKeys,
      label: "View API keys",
    }),
  "key.ended": async (context) =>
    each(await members(context, roleIds.admin), {
      title: `API key ended: ${context.keyName}`,
      lines: [
        `${context.personName} ended the API key “${context.keyName}” of ${context.organizationName}. Programs that use it are refused.`,
      ],
      link: paths.apiKeys,
      label: "View API keys",
    }),
  "key.expiring": async (context) =>
    each(await members(context, roleIds.admin), {
      title: `API key ends ${context.validUntil}: ${context.keyName}`,
      lines: [
        `The API key “${context.keyName}” of ${context.organizationName} ends on ${context.validUntil}. Programs that use it are refused from then on.`,
        "Create a new key, give it to these programs, and end this one.",
      ],
      link: paths.apiKeys,
      label: "View API keys",
    }),
  "webhook.created": async (context) =>
    toldOf(context, "New webhook endpoint", [
      `${context.personName} added the webhook endpoint ${context.endpointHost} for ${context.organizationName}. It’s told what happens in your organization.`,
      "If you didn’t expect this, remove the endpoint. Nothing is sent to it from then on.",
    ]),
  "webhook.changed": async (context) =>
    toldOf(context, "Webhook endpoint changed", [
      `${context.personName} changed the webhook endpoint ${context.endpointHost} of ${context.organizationName}.`,
    ]),
  "webhook.rotated": async (context) =>
    toldOf(context, "New webhook secret", [
      `${context.personName} gave the webhook endpoint ${context.endpointHost} of ${context.organizationName} a new secret. The former one is used beside it for 24 hours.`,
    ]),
  "webhook.turned-off": async (context) =>
    toldOf(context, "Webhook endpoint turned off", [
      `${context.personName} turned off the webhook endpoint ${context.endpointHost} of ${context.organizationName}.`,
    ]),
  "webhook.turned-on": async (context) =>
    toldOf(context, "Webhook endpoint turned on", [
      `${context.personName} turned on the webhook endpoint ${context.endpointHost} of ${context.organizationName}.`,
    ]),
  "webhook.failing": async (context) =>
    toldOf(context, "Webhook endpoint failing", [
      `The webhook endpoint ${context.endpointHost} of ${context.organizationName} hasn’t accepted anything for a day.`,
      "We keep trying. After five days without a success we turn it off.",
    ]),
  "webhook.given-up": async (context) =>
    toldOf(context, "Webhook endpoint turned off", [
      `We turned off the webhook endpoint ${context.endpointHost} of ${context.organizationName}, because it said that it’s gone or accepted nothing for five days.`,
      "Your programs can still read what happened in the last 30 days with an API key.",
    ]),
  "webhook.removed": async (context) =>
    toldOf(context, "Webhook endpoint removed", [
      `${context.personName} removed a webhook endpoint of ${context.organizationName}. Nothing is sent to it anymore.`,
    ]),
};

/** Tells every admin of an endpoint, with the way to it, or to the others where it is gone. */
async function toldOf(context: EventContext, title: string, lines: readonly string[]) {
  const way =
    context.endpointHost === ""
      ? { link: paths.webhooks, label: "View webhooks" }
      : { link: paths.webhook(idIn(context.event, "endpoint_id")), label: "View endpoint" };
  return each(await members(context, roleIds.admin), { title, lines, ...way });
}
