import Box from "@cloudscape-design/components/box";
import Button from "@cloudscape-design/components/button";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useNavigate } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import { useSession } from "../app/session.tsx";
import { SampleButton } from "../credential/sample-button.tsx";
import { Leaf } from "../ui/leaf.tsx";
import { Panel } from "../ui/panel.tsx";

/** `/successScreen`: an issuer's account is complete. */
export function Page() {
  const go = useNavigate();
  const { role } = useSession();
  return (
    <Panel>
      <Box textAlign="center" padding="xxl">
        <SpaceBetween size="l" alignItems="center">
          <Leaf size={56} />
          <Box variant="h1">Your account is ready</Box>
          <Box variant="p">
            Create your first credential: what learners do, how it’s reviewed, and by whom. Or start from the sample.
          </Box>
          <SpaceBetween direction="horizontal" size="xs">
            {role === "issuer" ? <Button onClick={() => void go(paths.addInvitation)}>Invite people</Button> : null}
            <SampleButton />
            <Button variant="primary" onClick={() => void go(paths.home)}>
              Start Credentials
            </Button>
          </SpaceBetween>
        </SpaceBetween>
      </Box>
    </Panel>
  );
}
