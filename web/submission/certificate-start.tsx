import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { brand } from "../../shared/platform/brand.ts";
import { ConnectionBar } from "../app/connection.tsx";
import { Logo } from "../app/leaf.tsx";
import { paths } from "../app/paths.ts";
import { applyPreferences, followDevice } from "../app/preferences.ts";
import { followSession } from "../app/session.tsx";
import { Toasts } from "../app/toasts.tsx";
import { CertificateView, NoCertificate } from "./certificate-view.tsx";

/**
 * `/Certificate` as it is opened from outside: a document of its own, without the router and the cache of the portal,
 * because the people who check a certificate come once. Its links lead into the portal by ordinary navigation.
 */
function CertificateDocument() {
  const query = new URLSearchParams(location.search);
  const [org_id, cred_id, user_id] = ["org_id", "cred_id", "user_id"].map((name) => query.get(name));
  const fromList = (history.state as { usr?: { from?: string } } | null)?.usr?.from === "myCredentials";
  const back = fromList ? (
    <a className="certificate-back" href={paths.ownCredentials}>
      ← My credentials
    </a>
  ) : undefined;
  return (
    <>
      <ConnectionBar />
      <div className="plain">
        <header className="bar">
          <a href={paths.home} aria-label={`${brand.product}, home`} className="bar-home">
            <Logo />
          </a>
        </header>
        <main id="main" className="plain-main">
          {org_id && cred_id && user_id ? (
            <CertificateView certificate={{ org_id, cred_id, user_id }} back={back} />
          ) : (
            <NoCertificate />
          )}
        </main>
        <footer className="footer" id="footer">
          <Logo size={24} />
          <hr />
          <p>
            © {new Date().getFullYear()} {brand.company}
          </p>
          <p>
            <a href={paths.terms}>Terms of Service</a> - <a href={paths.privacy}>Privacy Policy</a>
          </p>
        </footer>
      </div>
      <Toasts />
    </>
  );
}

followSession();
followDevice();
applyPreferences();

createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <CertificateDocument />
  </StrictMode>,
);
