import { endpointsMax, nameOf } from "../../../shared/webhook/endpoint.ts";
import { endpointMachine } from "../../../shared/webhook/states.ts";
import { ageSort } from "../../data/keys/key.ts";
import { organizationViews } from "../../data/keys/organization.ts";
import { webhookKeys, webhookViews } from "../../data/keys/webhook.ts";
import { remove, type Step } from "../../data/steps.ts";
import { entity, goneAs, transition } from "../../data/transition.ts";
import type { EndpointRecord } from "./endpoint-record.ts";

/** An address that an organization's events are sent to. */
export const endpointEntity = entity<EndpointRecord>()({
  machine: endpointMachine,
  key: ({ organization_id, endpoint_id }) => webhookKeys.endpoint(organization_id, endpoint_id),
  listings: ({ organization_id, endpoint_id }) => [
    { sort: ageSort(endpoint_id), views: [webhookViews.endpoints(organization_id)] },
  ],
  limits: ({ organization_id }) => [
    { view: webhookViews.endpoints(organization_id), max: endpointsMax, refusal: "webhook.too-many" },
  ],
  history: (endpoint) => ({
    view: organizationViews.connectionHistory(endpoint.organization_id),
    name: nameOf(endpoint),
  }),
  auditIds: ({ organization_id, endpoint_id }) => ({ organization_id, subject_id: endpoint_id, endpoint_id }),
  records: {
    make: "webhook.created",
    turnOff: "webhook.turned-off",
    giveUp: "webhook.given-up",
    turnOn: "webhook.turned-on",
    remove: "webhook.removed",
  },
  auditStates: goneAs("removed"),
});

/** The steps that remove an endpoint; what was sent to it is forgotten in its time. */
export const removeEndpoint = (before: EndpointRecord, user_id: string): Step[] => [
  ...transition(endpointEntity, "remove", { before, actor_id: user_id, details: { user_id } }).steps,
  remove(webhookKeys.endpointHealth(before.organization_id, before.endpoint_id)),
];
