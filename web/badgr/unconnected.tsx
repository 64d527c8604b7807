import Alert from "@cloudscape-design/components/alert";
import Button from "@cloudscape-design/components/button";
import { useNavigate } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { useSession } from "../session/session.tsx";
import { PageHeader } from "../ui/look/page-header.tsx";

/** What a badge page shows while there is no connection: what to do about it, or whom to ask. */
export function Unconnected({ title }: { readonly title: string }) {
  const go = useNavigate();
  const admin = useSession().can(api.badgr.login);
  return (
    <>
      <PageHeader title={title} />
      <Alert
        type="info"
        header="The badge service isn’t connected"
        action={admin ? <Button onClick={() => void go(paths.badgrLogin)}>Connect</Button> : undefined}
      >
        {admin
          ? "Connect your organization’s account to view its issuers, badges, and assertions, and to award badges for earned credentials."
          : "An admin can connect it in Organization details."}
      </Alert>
    </>
  );
}
