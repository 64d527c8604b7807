import { limitMax } from "../../shared/http/paging.ts";
import { type Attempt, type Outcome, outcomes, type testEvent } from "../../shared/webhook/delivery.ts";
import type { WebhookEndpoint } from "../../shared/webhook/endpoint.ts";
import { type PublicEventName, publicEvents } from "../../shared/webhook/events.ts";
import { api } from "../api/client.ts";
import { counted, dateTime } from "../ui/look/format.ts";
import { StatusText } from "../ui/look/status-text.tsx";

/** All endpoints of an organization, which are few: an endpoint's page finds its own among them. */
export const endpointsOf = (organization_id: string) => api.webhook.list.query({ organization_id, limit: limitMax });

const offWords = {
  admin: "Off: turned off by an admin",
  gone: "Off: it answered that it’s gone (410)",
  failing: "Off: it accepted nothing for five days",
} as const;

/** How an endpoint stands: on, on and failing, or off and why. */
export function EndpointStatus({ of }: { readonly of: WebhookEndpoint }) {
  const { status, off_because = "admin", failing_since } = of;
  if (status === "off")
    return <StatusText kind={off_because === "admin" ? "stopped" : "error"}>{offWords[off_because]}</StatusText>;
  if (failing_since) return <StatusText kind="warning">Failing since {dateTime(failing_since)}</StatusText>;
  return <StatusText kind="success">On</StatusText>;
}

/** How many attempts of the last 24 hours arrived; 100% only where all did. */
export function attemptsInWords({ delivered, failed }: NonNullable<WebhookEndpoint["attempts"]>): string {
  const all = delivered + failed;
  return all === 0 ? "No attempts" : `${Math.floor((100 * delivered) / all)}% of ${counted(all, "attempt")} delivered`;
}

const kinds = { waiting: "pending", delivered: "success", failed: "error" } as const;
const outcomeWords: Readonly<Record<Outcome, string>> = {
  waiting: "Waiting",
  delivered: "Delivered",
  failed: "Failed",
};

/** The choices of a list of deliveries. */
export const outcomeChoices: readonly { readonly id: "all" | Outcome; readonly text: string }[] = [
  { id: "all", text: "All" },
  ...outcomes.map((outcome) => ({ id: outcome, text: outcomeWords[outcome] })),
];

/** How far a delivery has come. */
export const OutcomeStatus = ({ of }: { readonly of: Outcome }) => (
  <StatusText kind={kinds[of]}>{outcomeWords[of]}</StatusText>
);

/** What happened, in a sentence. */
export const saysOf = (type: PublicEventName | typeof testEvent): string =>
  type === "webhook.test" ? "An admin sent a test." : publicEvents[type].says;

const failureWords = {
  refused: "The address isn’t allowed",
  timeout: "No answer within 15 seconds",
  unreachable: "No connection",
  off: "The endpoint was off",
} as const satisfies Record<NonNullable<Attempt["failure"]>, string>;

/** What an attempt came to. */
export const resultOf = ({ status, failure }: Pick<Attempt, "status" | "failure">): string =>
  status === undefined ? failureWords[failure ?? "unreachable"] : `Answered ${status}`;

/** Whether an attempt arrived. */
export const isArrived = ({ status = 0 }: Pick<Attempt, "status">): boolean => status >= 200 && status < 300;
