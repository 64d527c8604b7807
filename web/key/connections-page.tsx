import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { limitMax } from "../../shared/http/paging.ts";
import * as paths from "../../shared/platform/paths.ts";
import type { WebhookEndpoint } from "../../shared/webhook/endpoint.ts";
import { api } from "../api/client.ts";
import type { PageModule } from "../session/page.ts";
import { useSession } from "../session/session.tsx";
import { currentSession } from "../session/session-store.ts";
import { counted } from "../ui/look/format.ts";
import { PageHeader } from "../ui/look/page-header.tsx";
import { Panel, Stack } from "../ui/look/panel.tsx";
import { StatusText } from "../ui/look/status-text.tsx";

const keysOf = (organization_id: string) => api.key.list.query({ organization_id, limit: limitMax });
const endpointsOf = (organization_id: string) => api.webhook.list.query({ organization_id, limit: limitMax });

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
  const active = keys.filter(({ status }) => status === "active").length;
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
        <StatusText kind={active > 0 ? "success" : "stopped"}>
          {active > 0 ? `On: ${counted(active, "active key")}` : "Off: no active keys"}
        </StatusText>
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

/** Endpoints that fail, or that we turned off, want somebody's look before anything is said of the others. */
function WebhooksStatus({ of }: { readonly of: readonly WebhookEndpoint[] }) {
  const on = of.filter(({ status }) => status === "active");
  const failing = of.filter(({ status, off_because, failing_since }) =>
    status === "active" ? failing_since !== undefined : off_because !== "admin",
  );
  if (failing.length > 0)
    return (
      <StatusText kind="warning">
        Needs attention: {counted(failing.length, "endpoint fails", "endpoints fail")}
      </StatusText>
    );
  return (
    <StatusText kind={on.length > 0 ? "success" : "stopped"}>
      {on.length > 0 ? `On: ${counted(on.length, "endpoint")}` : "Off: no active endpoints"}
    </StatusText>
  );
}
