import type { Credential } from "../../../shared/credential/credential.ts";
import { credentialStateWords } from "../../../shared/credential/states.ts";
import { Badge } from "../../ui/look/pictures/badge.tsx";
import { Status } from "../../ui/look/status.tsx";
import { useOrganizationColour } from "./use-organization-colour.ts";

/** Which credential is written, and where it stands, above every step. */
export function WizardHead({
  organization_id,
  credential,
  title,
}: {
  readonly organization_id: string;
  readonly credential: Credential | undefined;
  readonly title: string;
}) {
  const { status = "draft", credential_details } = credential ?? {};
  const colour = useOrganizationColour(organization_id);
  return (
    <div className="wizard-head">
      <Badge src={credential_details?.badgrImage} title={title} colour={colour} size={48} />
      <div>
        <p className="wizard-name">{title || "New credential"}</p>
        <Status status={status} words={credential ? credentialStateWords[status] : "Not saved yet"} />
      </div>
    </div>
  );
}
