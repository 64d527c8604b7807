import type { ReactNode } from "react";
import { Link } from "react-router";
import * as paths from "../../../shared/platform/paths.ts";
import { ApiError } from "../../api/api-error.ts";
import { LightButton, LightMessage } from "../look/light.tsx";
import { wordsFor } from "../words.ts";

/** What is not there: nothing yet, or nothing that matches. */
export function Nothing({
  title,
  text,
  action,
}: {
  readonly title: string;
  readonly text?: string;
  readonly action?: ReactNode;
}) {
  return (
    <div className="nothing">
      <b>{title}</b>
      {text ? <p>{text}</p> : null}
      {action}
    </div>
  );
}

/** Why a list could not be shown, with another try. */
export function ListError({
  error,
  header = "We couldn’t load the list",
  onAgain,
}: {
  readonly error: unknown;
  readonly header?: string | undefined;
  readonly onAgain: () => void;
}) {
  if (error instanceof ApiError && error.code === "organization.archived") {
    return (
      <LightMessage kind="info" header="This organization is archived">
        This page is closed. <Link to={paths.home}>See what’s still open</Link>
      </LightMessage>
    );
  }
  return (
    <LightMessage kind="error" header={header} action={<LightButton onClick={onAgain}>Try again</LightButton>}>
      {wordsFor(error)}
    </LightMessage>
  );
}
