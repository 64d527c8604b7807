import { useNavigate } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import { useSession } from "../session/session.tsx";
import { PageHeader } from "../ui/look/page-header.tsx";
import { InvitationForm } from "./invitation-form.tsx";
import "./organization.css";
import { Panel } from "../ui/look/panel.tsx";

/** `/addInvitation`: invite people after sign-up. An issuer goes on to the success screen, an admin to the start. */
export function Page() {
  const go = useNavigate();
  const { organization_id, role } = useSession();
  const next = () => void go(role === "issuer" ? paths.accountReady : "/", { replace: true });
  return (
    <>
      <PageHeader
        title="Invite your people"
        description="We’ll email each person a link that expires in 7 days. You can invite more people anytime."
      />
      <Panel>
        <InvitationForm
          organization_id={organization_id}
          submit="Get Started"
          cancel="Skip"
          onCancel={next}
          onDone={next}
        />
      </Panel>
    </>
  );
}
