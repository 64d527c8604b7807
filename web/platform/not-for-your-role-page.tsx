import { Link } from "react-router";
import { paths } from "../app/paths.ts";

/** A page that exists, but not for the role the person holds in the selected organization. */
export function Page() {
  return (
    <section className="light-card message-page">
      <p className="message-number" aria-hidden="true">
        404
      </p>
      <h1>This page is not for your role</h1>
      <p>There is nothing here for the role you hold in this organization. An admin of yours can change that.</p>
      <p className="light-actions">
        <Link className="light-button light-primary" to={paths.home}>
          Go to the start page
        </Link>
      </p>
    </section>
  );
}
