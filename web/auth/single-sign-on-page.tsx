import { Link } from "react-router";
import * as paths from "../../shared/platform/paths.ts";

/** Where a federated sign-in would come back to; none is configured. */
export function Page() {
  return (
    <section className="light-card message-page">
      <h1>Single sign-on isn’t available</h1>
      <p>Sign in with your email and password instead.</p>
      <p className="light-actions">
        <Link className="light-button light-primary" to={paths.signIn}>
          Go to sign-in
        </Link>
      </p>
    </section>
  );
}
