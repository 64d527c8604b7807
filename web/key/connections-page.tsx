import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { limitMax } from "../../shared/http/paging.ts";
import { type ApiKey, keyReminderDays } from "../../shared/key/key.ts";
import * as paths from "../../shared/platform/paths.ts";
import type { WebhookEndpoint } from "../../shared/webhook/endpoint.ts";
import { api } from "../api/client.ts";
import type { PageModule } from "../session/page.ts";
import { useSession } from "../session/session.tsx";
import { currentSession } from "../session/session-store.ts";
import { counted } from "../ui/look/format.ts";
import { PageHeader } from "../ui/look/page-header.tsx";
import { Panel, Stack } from "../ui/look/panel.tsx";
import { type StatusKind, StatusText } from "../ui/look/status-text.tsx";

/** Those that were not ended are few, however many were made before. */
const keysOf = (organization_id: string) => api.key.list.query({ organization_id, status: "active", limit: limitMax });
const endpointsOf = (organization_id: string) => api.webhook.list.query({ organization_id, limit: limitMax });

const nothing = "There’s nothing to do now.";

/** Both lists are asked for at once. */
export const load: PageModule["load"] = ({ queries }) => {
  const organization_id = currentSession()?.organization_id ?? "";
  void queries.prefetchQuery(keysOf(organization_id));
  void queries.prefetchQuery(endpointsOf(organization_id));
};

/** `/connections`: what the organization is joined to, each with how it stands. */
export function Page() {
  const { organization_id } = useSession();
  const { keys } = useSuspenseQuery(keysOf(organization_id)).data;
  const { endpoints } = useSuspenseQuery(endpointsOf(organization_id)).data;
  return (
    <Stack gap="l">
      <PageHeader
        title="Connections"
        description="Connect Laurel to the systems your organization already uses."
        actions={
          <Link className="light-button" to={paths.connectionHistory}>
            History
          </Link>
        }
      />
      <Panel
        title="API keys"
        description="Let your own programs read credentials, applications, and certificates, and invite people."
        actions={
          <Link className="light-button" to={paths.apiKeys}>
            Manage API keys
          </Link>
        }
      >
        <KeysStatus of={keys} />
      </Panel>
      <Panel
        title="Webhooks"
        description="Tell your own programs what happens in your organization, as it happens."
        actions={
          <Link className="light-button" to={paths.webhooks}>
            Manage webhooks
          </Link>
        }
      >
        <WebhooksStatus of={endpoints} />
      </Panel>
    </Stack>
  );
}

const DAY_MS = 86_400_000;
const SOON_DAYS = keyReminderDays[0];

/** How a connection stands, and what its admin does next. */
function Standing({ kind, says, next }: { readonly kind: StatusKind; readonly says: string; readonly next: string }) {
  return (
    <Stack gap="s">
      <StatusText kind={kind}>{says}</StatusText>
      <p>{next}</p>
    </Stack>
  );
}

/** Keys that end soon want somebody's look before anything is said of the others. */
function KeysStatus({ of }: { readonly of: readonly ApiKey[] }) {
  const active = of.filter(({ status }) => status === "active");
  const soon = active.filter(({ expires_on }) => Date.parse(expires_on) < Date.now() + SOON_DAYS * DAY_MS);
  if (soon.length > 0)
    return (
      <Standing
        kind="warning"
        says={`Needs attention: ${counted(soon.length, "key expires", "keys expire")} within ${SOON_DAYS} days`}
        next="Next: create a new key, give it to your program, and then end the one that expires."
      />
    );
  return active.length > 0 ? (
    <Standing kind="success" says={`On: ${counted(active.length, "active key")}`} next={nothing} />
  ) : (
    <Standing kind="stopped" says="Off: no active keys" next="Next: create an API key for your program." />
  );
}

/** Endpoints that fail, or that we turned off, want somebody's look before anything is said of the others. */
function WebhooksStatus({ of }: { readonly of: readonly WebhookEndpoint[] }) {
  const on = of.filter(({ status }) => status === "active");
  const failing = of.filter(({ status, off_because, failing_since }) =>
    status === "active" ? failing_since !== undefined : off_because !== "admin",
  );
  if (failing.length > 0)
    return (
      <Standing
        kind="warning"
        says={`Needs attention: ${counted(failing.length, "endpoint fails", "endpoints fail")}`}
        next="Next: open the endpoint to see what your program answered, and then resend what failed."
      />
    );
  return on.length > 0 ? (
    <Standing kind="success" says={`On: ${counted(on.length, "endpoint")}`} next={nothing} />
  ) : (
    <Standing
      kind="stopped"
      says="Off: no active endpoints"
      next={of.length > 0 ? "Next: turn an endpoint on." : "Next: add your program’s address as an endpoint."}
    />
  );
}
