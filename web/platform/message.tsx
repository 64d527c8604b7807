import type { ReactNode } from "react";
import { Link } from "react-router";
import * as paths from "../../shared/platform/paths.ts";

/** What stands in the place of a page that is not to be had, and the way to the start. */
export function Message({
  status,
  title,
  children,
}: {
  readonly status: 403 | 404 | 500;
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <section className="light-card message-page">
      <p className="message-number" aria-hidden="true">
        {status}
      </p>
      <h1>{title}</h1>
      <p>{children}</p>
      <p className="light-actions">
        <Link className="light-button light-primary" to={paths.home}>
          Go to the home page
        </Link>
      </p>
    </section>
  );
}
