import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { isRouteErrorResponse, Link, useLocation, useNavigate, useRouteError } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import { ApiError } from "../api/api-error.ts";
import { wordsFor } from "../ui/words.ts";

/** What stands where a page could not be shown: what happened, what to do, and the number to name when asking us. */
export function RouteError() {
  const error = useRouteError();
  const { reset } = useQueryErrorResetBoundary();
  const go = useNavigate();
  const { pathname, search } = useLocation();
  const missing =
    (error instanceof ApiError && error.status === 404) || (isRouteErrorResponse(error) && error.status === 404);
  const over = error instanceof ApiError && error.status === 401;
  const reference = error instanceof ApiError ? error.reference : undefined;
  const tryAgain = () => {
    reset();
    void go(pathname + search, { replace: true });
  };
  return (
    <section className="light-card message-page">
      <p className="message-number" aria-hidden="true">
        {missing ? "404" : over ? "401" : "500"}
      </p>
      <h1>{missing ? "There is nothing here" : over ? "Your session has ended" : "This page could not be shown"}</h1>
      <p role="alert">{wordsFor(error)}</p>
      {reference ? (
        <p className="light-hint">
          Reference number: <code>{reference}</code>
        </p>
      ) : null}
      <p className="light-actions">
        {over ? (
          <Link className="light-button light-primary" to={paths.loginThen(pathname + search)}>
            Sign in
          </Link>
        ) : missing ? null : (
          <button type="button" className="light-button light-primary" onClick={tryAgain}>
            Try again
          </button>
        )}
        <Link className="light-button" to={paths.home}>
          Go to the start page
        </Link>
      </p>
    </section>
  );
}
