import Box from "@cloudscape-design/components/box";
import Button from "@cloudscape-design/components/button";
import Container from "@cloudscape-design/components/container";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useNavigate } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import { useSession } from "../app/session.tsx";
import { SampleButton } from "../credential/sample-button.tsx";
import { Leaf } from "../ui/leaf.tsx";

/** `/successScreen`: an issuer's account is complete. */
export function Page() {
  const go = useNavigate();
  const { role } = useSession();
  return (
    <Container>
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
    </Container>
  );
}
