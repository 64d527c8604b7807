import { useState } from "react";
import * as paths from "../../shared/platform/paths.ts";
import type { Delivery } from "../../shared/webhook/delivery.ts";
import type { WebhookEndpoint } from "../../shared/webhook/endpoint.ts";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { useSession } from "../session/session.tsx";
import { flash } from "../ui/dialogs/flash.ts";
import { unforeseen } from "../ui/forms/use-submit.ts";
import { Collection, RowLink } from "../ui/lists/collection.tsx";
import type { Column } from "../ui/lists/columns.ts";
import { ListTabs } from "../ui/lists/list-controls.tsx";
import { useUrlState } from "../ui/lists/url-state.ts";
import { dateTime } from "../ui/look/format.ts";
import { LightButton } from "../ui/look/light.tsx";
import { deliveriesFrom } from "./deliveries.ts";
import { OutcomeStatus, outcomeChoices } from "./endpoint-words.tsx";
import { ResendSinceDialog } from "./resend-since-dialog.tsx";

const columns: readonly Column<Delivery>[] = [
  {
    id: "type",
    header: "Event",
    names: true,
    width: 260,
    cell: ({ endpoint_id, event_id, type }) => (
      <RowLink to={paths.webhookDelivery(endpoint_id, event_id)}>{type}</RowLink>
    ),
  },
  { id: "outcome", header: "Status", width: 140, cell: ({ outcome }) => <OutcomeStatus of={outcome} /> },
  {
    id: "answer",
    header: "Answer",
    width: 120,
    cell: ({ status, tries }) => status ?? (tries > 0 ? "No answer" : "–"),
  },
  { id: "tries", header: "Attempts", align: "end", width: 110, cell: ({ tries }) => tries },
  { id: "created", header: "Created", date: true, width: 200, cell: ({ created_on }) => dateTime(created_on) },
  {
    id: "next",
    header: "Next attempt",
    date: true,
    width: 200,
    cell: ({ outcome, next_on }) => (outcome === "waiting" && next_on ? dateTime(next_on) : "–"),
  },
];

/** What was sent to an endpoint in the last 30 days, by how far it came; some of it may be sent again. */
export function DeliveriesCard({
  endpoint: { endpoint_id, status },
  onSent,
  refreshEveryMs,
}: {
  readonly endpoint: WebhookEndpoint;
  readonly onSent: () => void;
  readonly refreshEveryMs: number | undefined;
}) {
  const { organization_id, can } = useSession();
  const [shown, setShown] = useUrlState("outcome", "all");
  const [since, setSince] = useState(false);
  const outcome = outcomeChoices.find(({ id }) => id === shown)?.id ?? "all";
  const maySend = status === "active" && can(api.webhook.resend);

  async function resend({ event_id, type }: Delivery) {
    try {
      await write(api.webhook.resend, { organization_id, endpoint_id, event_id });
      flash("success", `We’re sending ${type} again.`);
      onSent();
    } catch (error) {
      flash("error", unforeseen(error));
    }
  }
  return (
    <>
      <Collection
        name="webhook-deliveries"
        variant="container"
        title="Deliveries"
        description="The last 30 days. If an attempt fails, we try up to ten times over three days. An event can arrive more than once, and after later ones."
        columns={columns}
        query={({ search: _, sort: __, ...page }) =>
          deliveriesFrom({ organization_id, endpoint_id, outcome, limit: page.limit }, page)
        }
        rows={({ deliveries }) => deliveries}
        idOf={({ event_id }) => event_id}
        nameOf={({ type }) => type}
        rowActions={(delivery) =>
          maySend ? [{ id: "resend", text: "Resend", onClick: () => void resend(delivery) }] : []
        }
        actions={
          maySend ? <LightButton onClick={() => setSince(true)}>Resend failed deliveries</LightButton> : undefined
        }
        filters={<ListTabs label="Filter deliveries" selected={outcome} options={outcomeChoices} onSelect={setShown} />}
        filtered={outcome !== "all"}
        onClearFilters={() => setShown("all")}
        refreshEveryMs={refreshEveryMs}
        empty={{ title: "No deliveries yet", text: "Send a test event to see whether your program gets it." }}
      />
      {since ? (
        <ResendSinceDialog asked={{ organization_id, endpoint_id }} onClose={() => setSince(false)} onSent={onSent} />
      ) : null}
    </>
  );
}
