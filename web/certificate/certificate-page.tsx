import { Link, useLocation, useSearchParams } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import { CertificateView, NoCertificate } from "./certificate-view.tsx";

/** `/Certificate?org_id&cred_id&user_id`, when it is followed from a page of the portal; see certificate-start.tsx. */
export function Page() {
  const [query] = useSearchParams();
  const { state } = useLocation();
  const [org_id, cred_id, user_id] = ["org_id", "cred_id", "user_id"].map((name) => query.get(name));
  if (!org_id || !cred_id || !user_id) return <NoCertificate />;
  const fromList = (state as { from?: string } | null)?.from === "myCredentials";
  const back = fromList ? (
    <Link className="certificate-back" to={paths.myCredentials}>
      ← My credentials
    </Link>
  ) : undefined;
  return <CertificateView certificate={{ org_id, cred_id, user_id }} back={back} />;
}
