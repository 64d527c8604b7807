import Header from "@cloudscape-design/components/header";
import type { ReactNode } from "react";
import { Link } from "react-router";

/** The page's title with what can be done at its right, and a way back above. */
export function PageHeader({
  title,
  description,
  actions,
  counter,
  back,
}: {
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  readonly counter?: string;
  readonly back?: { readonly to: string; readonly text: string };
}) {
  return (
    <div className="page-header">
      {back ? (
        <Link className="back-link" to={back.to}>
          ← {back.text}
        </Link>
      ) : null}
      <Header variant="h1" description={description} actions={actions} counter={counter}>
        {title}
      </Header>
    </div>
  );
}
