import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { limitMax } from "../../shared/http/paging.ts";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { useSession } from "../session/session.tsx";
import { counted } from "../ui/look/format.ts";
import { PageHeader } from "../ui/look/page-header.tsx";
import { Panel } from "../ui/look/panel.tsx";
import { StatusText } from "../ui/look/status-text.tsx";

/** `/connections`: what the organization is joined to, each with how it stands. */
export function Page() {
  const { organization_id } = useSession();
  const { data } = useSuspenseQuery(api.key.list.query({ organization_id, limit: limitMax }));
  const active = data.keys.filter(({ status }) => status === "active").length;
  return (
    <>
      <PageHeader title="Connections" description="Connect Laurel to the systems your organization already uses." />
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
    </>
  );
}
