import * as paths from "../../shared/platform/paths.ts";
import { CertificateView, NoCertificate } from "../certificate/certificate-view.tsx";
import { startDocument } from "./light-document.tsx";

/** `/Certificate` as it is opened from outside: the people who check a certificate come once. */
function CertificateDocument() {
  const query = new URLSearchParams(location.search);
  const [org_id, cred_id, user_id] = ["org_id", "cred_id", "user_id"].map((name) => query.get(name));
  if (!org_id || !cred_id || !user_id) return <NoCertificate />;
  const fromList = (history.state as { usr?: { from?: string } } | null)?.usr?.from === "myCredentials";
  const back = fromList ? (
    <a className="certificate-back" href={paths.myCredentials}>
      ← My credentials
    </a>
  ) : undefined;
  return <CertificateView certificate={{ org_id, cred_id, user_id }} back={back} />;
}

startDocument(<CertificateDocument />);
