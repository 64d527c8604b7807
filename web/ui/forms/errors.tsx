import { ApiError } from "../../api/api-error.ts";
import { LightButton, LightMessage } from "../look/light.tsx";
import { wordsFor } from "../words.ts";

/** A failure in its place on a page: what happened, another try, and the number to name when asking us. */
export function Failure({
  error,
  title = "We couldn’t load this",
  onAgain,
}: {
  readonly error: unknown;
  readonly title?: string;
  readonly onAgain?: (() => void) | undefined;
}) {
  const reference = error instanceof ApiError && error.status >= 500 ? error.reference : undefined;
  return (
    <LightMessage
      kind="error"
      header={title}
      action={onAgain ? <LightButton onClick={onAgain}>Try again</LightButton> : undefined}
    >
      {wordsFor(error)}
      {reference ? ` Reference number: ${reference}` : ""}
    </LightMessage>
  );
}
