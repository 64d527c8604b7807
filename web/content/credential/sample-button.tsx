import { useNavigate } from "react-router";
import type { createSample } from "../../../shared/credential/calls.ts";
import * as paths from "../../../shared/platform/paths.ts";
import { type Answer, api } from "../../api/client.ts";
import { write } from "../../api/queries.ts";
import { useSession } from "../../session/session.tsx";
import { flash } from "../../ui/dialogs/flash.ts";
import { unforeseen, useSubmit } from "../../ui/forms/use-submit.ts";
import { LightButton } from "../../ui/look/light.tsx";

/** Makes a draft of the sample credential and opens it in the wizard. */
export function SampleButton() {
  const { organization_id } = useSession();
  const go = useNavigate();
  const making = useSubmit<void, Answer<typeof createSample>>({
    send: () => write(api.credential.createSample, { organization_id }),
    onDone: ({ credential_id, title }) => {
      flash("success", `“${title}” was created as a draft. Make it your own.`);
      return go(paths.editCredentialStep(organization_id, credential_id, 0));
    },
    explain: (error) => {
      flash("error", "We couldn’t copy the sample. Try again.");
      return unforeseen(error);
    },
  });
  return (
    <LightButton busy={making.pending} onClick={() => void making.submit()}>
      Copy sample
    </LightButton>
  );
}
