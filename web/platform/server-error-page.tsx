import { Link } from "react-router";
import { brand } from "../../shared/platform/brand.ts";
import { paths } from "../app/paths.ts";

/** The page for failures of ours. */
export function Page() {
  return (
    <section className="light-card message-page">
      <p className="message-number" aria-hidden="true">
        500
      </p>
      <h1>Something went wrong on our side</h1>
      <p>
        Nothing you did. Try again in a moment; if it stays, write to{" "}
        <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>.
      </p>
      <p className="light-actions">
        <Link className="light-button light-primary" to={paths.home}>
          Go to the start page
        </Link>
      </p>
    </section>
  );
}
