import { Link } from "react-router";
import { paths } from "../app/paths.ts";

/** An address where nothing is. */
export function Page() {
  return (
    <section className="light-card message-page">
      <p className="message-number" aria-hidden="true">
        404
      </p>
      <h1>There is nothing here</h1>
      <p>The address may be mistyped, or what was here has been removed.</p>
      <p className="light-actions">
        <Link className="light-button light-primary" to={paths.home}>
          Go to the start page
        </Link>
      </p>
    </section>
  );
}
