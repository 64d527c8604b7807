import Alert from "@cloudscape-design/components/alert";
import Button from "@cloudscape-design/components/button";
import { useNavigate } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { useSession } from "../app/session.tsx";
import { PageHeader } from "../ui/page-header.tsx";

/** What a badge page shows while there is no connection: what to do about it, or whom to ask. */
export function Unconnected({ title }: { readonly title: string }) {
  const go = useNavigate();
  const admin = useSession().can(api.badgr.login);
  return (
    <>
      <PageHeader title={title} />
      <Alert
        type="info"
        header="The badge service is not connected"
        action={admin ? <Button onClick={() => void go(paths.badgrLogin)}>Connect</Button> : undefined}
      >
        {admin
          ? "Connect your organization's account to see its issuers, badges and assertions here, and to award badges for earned credentials."
          : "An admin of your organization can connect it under Organization details."}
      </Alert>
    </>
  );
}
