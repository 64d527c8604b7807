import { Problem } from "../../shared/http/problems.ts";
import { keys } from "../data/keys.ts";
import { change, create, type Step, together } from "../data/table.ts";
import { clock } from "../runtime/clock.ts";
import { type Message, worker } from "./event.ts";

const MARKER_DAYS = 60;

/** What an event adds to the figures of its organization's month. Amounts in cents. */
const additions: Record<string, (event: Message) => Record<string, number>> = {
  "member.joined": () => ({ members_joined: 1 }),
  "credential.created": () => ({ credentials_created: 1 }),
  "credential.published": () => ({ credentials_published: 1 }),
  "credential.approved": () => ({ credentials_published: 1 }),
  "reviewer.accepted": () => ({ reviewers_accepted: 1 }),
  "application.created": () => ({ applications: 1 }),
  "submission.submitted": () => ({ submissions: 1 }),
  "submission.completed": () => ({ completions: 1 }),
  "payment.paid": ({ price_cents }) => ({ sales: 1, revenue_cents: Number(price_cents ?? 0) }),
  "payment.payable": ({ pay_cents }) => ({ reviewer_pay_cents: Number(pay_cents ?? 0) }),
};

/** Counts an event into the month (UTC) in which it happened, once: its marker is in the same transaction. */
export const handler = worker(async (event) => {
  const add = additions[event.type]?.(event);
  if (add === undefined || event.organization_id === "") return;
  const counted = new Problem("state.changed");
  const ttl = clock.seconds() + MARKER_DAYS * 86_400;
  const steps: Step[] = [
    create(keys.handled(event.event_id, "analytics"), { ttl }, { otherwise: counted }),
    change(keys.figures(event.organization_id, event.at.slice(0, 7)), { add }, { orCreate: true }),
  ];
  try {
    await together(steps);
  } catch (error) {
    if (error !== counted) throw error;
  }
});
