import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, Navigate, useLocation, useSearchParams } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { useSession } from "../session/session.tsx";
import { type CertificateKey, CertificateView } from "./certificate-view.tsx";

const back = (
  <Link className="certificate-back" to={paths.myCredentials}>
    ← My credentials
  </Link>
);

/** `/certificate`: an own certificate, named by the navigation's state or the query; otherwise the only one, or the list. */
export function Page() {
  const { user } = useSession();
  const [query] = useSearchParams();
  const state = (useLocation().state ?? {}) as Partial<CertificateKey>;
  const org_id = state.org_id ?? query.get("org_id");
  const cred_id = state.cred_id ?? query.get("cred_id");
  const user_id = state.user_id ?? query.get("user_id") ?? user.user_id;
  if (org_id && cred_id) return <CertificateView certificate={{ org_id, cred_id, user_id }} back={back} />;
  return <OnlyOne />;
}

function OnlyOne() {
  const { organization_id } = useSession();
  const { data } = useSuspenseQuery(api.certificate.listOwn.query({ organization_id, limit: 2 }));
  const [first, second] = data.credentials;
  if (!first || second) return <Navigate to={paths.myCredentials} replace />;
  const { organization_id: org_id, cred_id, user_id } = first;
  return <CertificateView certificate={{ org_id, cred_id, user_id }} back={back} />;
}
