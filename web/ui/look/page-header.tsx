import type { ReactNode } from "react";
import { Link } from "react-router";
import { useTitle } from "../title.ts";
import { useReturn } from "../use-return.ts";

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
  /** With `returns` it leads where one came from within the portal, and to its page otherwise. */
  readonly back?: { readonly to: string; readonly text: string; readonly returns?: true };
}) {
  useTitle(typeof title === "string" ? title : undefined);
  return (
    <div className="page-header">
      {back ? <BackLink {...back} /> : null}
      <div className="page-title">
        <h1>
          {title}
          {counter ? <span className="page-counter"> {counter}</span> : null}
        </h1>
        {actions ? <div className="page-actions">{actions}</div> : null}
      </div>
      {description ? <div className="page-description">{description}</div> : null}
    </div>
  );
}

function BackLink({ to, text, returns }: { readonly to: string; readonly text: string; readonly returns?: true }) {
  const goBack = useReturn(to);
  return (
    <Link
      className="back-link"
      to={to}
      onClick={(event) => {
        if (!returns || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        goBack();
      }}
    >
      ← {text}
    </Link>
  );
}
