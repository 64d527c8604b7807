import Alert from "@cloudscape-design/components/alert";
import { Link } from "react-router";
import type { Credential } from "../../../shared/credential/credential.ts";
import { credentialStateWords } from "../../../shared/credential/states.ts";
import * as paths from "../../../shared/platform/paths.ts";

/** In place of a step that cannot be changed in the credential's state. */
export function LockedStep({ credential }: { readonly credential: Credential | undefined }) {
  if (!credential) return null;
  const { organization_id, credential_id, status } = credential;
  return (
    <Alert type="info" header="You can’t edit this step">
      The credential is {credentialStateWords[status].toLowerCase()}. You can edit the other steps or{" "}
      <Link to={paths.credentialDetails(organization_id, credential_id)}>view the credential</Link>.
    </Alert>
  );
}
