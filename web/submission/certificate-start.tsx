import { startDocument } from "../app/light-document.tsx";
import { paths } from "../app/paths.ts";
import { CertificateView, NoCertificate } from "./certificate-view.tsx";

/** `/Certificate` as it is opened from outside: the people who check a certificate come once. */
function CertificateDocument() {
  const query = new URLSearchParams(location.search);
  const [org_id, cred_id, user_id] = ["org_id", "cred_id", "user_id"].map((name) => query.get(name));
  if (!org_id || !cred_id || !user_id) return <NoCertificate />;
  const fromList = (history.state as { usr?: { from?: string } } | null)?.usr?.from === "myCredentials";
  const back = fromList ? (
    <a className="certificate-back" href={paths.ownCredentials}>
      ← My credentials
    </a>
  ) : undefined;
  return <CertificateView certificate={{ org_id, cred_id, user_id }} back={back} />;
}

startDocument(<CertificateDocument />);
