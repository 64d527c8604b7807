import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { isRouteErrorResponse, Link, useLocation, useNavigate, useRouteError } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import { ApiError } from "../api/api-error.ts";
import { wordsFor } from "../ui/words.ts";

const nothing = { number: 404, title: "Page not found" };

/** What a page says that could not be read, by the answer's status; 400 is an address that names nothing there can be. */
const kinds: Readonly<Record<number, typeof nothing>> = {
  400: nothing,
  401: { number: 401, title: "Your session has ended" },
  403: { number: 403, title: "You don’t have access to this page" },
  404: nothing,
};
const failed = { number: 500, title: "We couldn’t load this page" };
const mistyped = "Check the address for typos.";

/** What stands where a page could not be shown: what happened, what to do, and the number to name when asking us. */
export function RouteError() {
  const error = useRouteError();
  const { reset } = useQueryErrorResetBoundary();
  const go = useNavigate();
  const { pathname, search } = useLocation();
  const status = error instanceof ApiError || isRouteErrorResponse(error) ? error.status : 500;
  const { number, title } = kinds[status] ?? failed;
  const reference = error instanceof ApiError ? error.reference : undefined;
  const needsFactor = error instanceof ApiError && error.code === "auth.factor-required"; // which is asked for once more
  const tryAgain = () => {
    reset();
    void go(pathname + search, { replace: true });
  };
  return (
    <section className="light-card message-page">
      <p className="message-number" aria-hidden="true">
        {number}
      </p>
      <h1>{title}</h1>
      <p role="alert">{status === 400 ? mistyped : wordsFor(error)}</p>
      {reference ? (
        <p className="light-hint">
          Reference number: <code>{reference}</code>
        </p>
      ) : null}
      <p className="light-actions">
        {number === 401 ? (
          <Link className="light-button light-primary" to={paths.login}>
            Sign in
          </Link>
        ) : number !== 500 && !needsFactor ? null : (
          <button type="button" className="light-button light-primary" onClick={tryAgain}>
            Try again
          </button>
        )}
        <Link className="light-button" to={paths.home}>
          Go to the home page
        </Link>
      </p>
    </section>
  );
}
