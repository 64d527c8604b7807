import Button from "@cloudscape-design/components/button";
import { useNavigate } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import { SampleButton } from "../content/credential/sample-button.tsx";
import { useSession } from "../session/session.tsx";
import { Leaf } from "../ui/look/pictures/leaf.tsx";

/** `/successScreen`: an issuer's account is complete. */
export function Page() {
  const go = useNavigate();
  const { role } = useSession();
  return (
    <section className="light-card light-wide message-page">
      <Leaf size={56} />
      <h1>Your account is ready</h1>
      <p>Create your first credential: what learners do, how it’s reviewed, and by whom. Or start from the sample.</p>
      <div className="light-actions">
        {role === "issuer" ? <Button onClick={() => void go(paths.addInvitation)}>Invite people</Button> : null}
        <SampleButton />
        <Button variant="primary" onClick={() => void go(paths.home)}>
          Start credentials
        </Button>
      </div>
    </section>
  );
}
