import { useLocation, useSearchParams } from "react-router";
import { api } from "../api/client.ts";
import type { PageModule } from "../app/page.ts";
import { paths } from "../app/paths.ts";
import { CertificateView, NoCertificate } from "./certificate-view.tsx";

const names = ["org_id", "cred_id", "user_id"] as const;

/** Starts asking for the certificate before the page is there. */
export const load: PageModule["load"] = ({ url, queries }) => {
  const [org_id, cred_id, user_id] = names.map((name) => url.searchParams.get(name));
  if (org_id && cred_id && user_id)
    void queries.prefetchQuery(api.submission.readCertificate.query({ org_id, cred_id, user_id }));
};

/** `/Certificate?org_id&cred_id&user_id`: a certificate for anybody who has its address. */
export function Page() {
  const [query] = useSearchParams();
  const { state } = useLocation();
  const [org_id, cred_id, user_id] = names.map((name) => query.get(name));
  if (!org_id || !cred_id || !user_id) return <NoCertificate />;
  const fromList = (state as { from?: string } | null)?.from === "myCredentials";
  return (
    <CertificateView certificate={{ org_id, cred_id, user_id }} back={fromList ? paths.ownCredentials : undefined} />
  );
}
