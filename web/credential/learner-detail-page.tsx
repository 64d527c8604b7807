import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import { credentialQuery, loadCredential } from "../content/credential/load.ts";
import { useSession } from "../session/session.tsx";
import { Apply } from "./apply.tsx";
import { LearnerView } from "./learner-view.tsx";
import "../content/credential/credential.css";

export const load = loadCredential;

/** A learner's `/credential/details/:org_id/:id`: what the credential asks for, and the way to apply for it. */
export function Page() {
  const { id = "" } = useParams();
  const { organization_id } = useSession();
  const { data: credential } = useSuspenseQuery(credentialQuery(organization_id, id));
  return (
    <div className="credential-page">
      <Link className="back-link" to={paths.home}>
        ← Browse credentials
      </Link>
      <LearnerView credential={credential} actions={<Apply credential={credential} />} />
    </div>
  );
}
