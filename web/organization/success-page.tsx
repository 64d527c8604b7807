import Box from "@cloudscape-design/components/box";
import Button from "@cloudscape-design/components/button";
import Container from "@cloudscape-design/components/container";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useNavigate } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import { Leaf } from "../ui/leaf.tsx";

/** `/successScreen`: an issuer's account is complete. */
export function Page() {
  const go = useNavigate();
  return (
    <Container>
      <Box textAlign="center" padding="xxl">
        <SpaceBetween size="l" alignItems="center">
          <Leaf size={56} />
          <Box variant="h1">Your account is ready</Box>
          <Box variant="p">Write your first credential: what is to be done, how it is judged, and who judges it.</Box>
          <Button variant="primary" onClick={() => void go(paths.home)}>
            Start Credentials
          </Button>
        </SpaceBetween>
      </Box>
    </Container>
  );
}
