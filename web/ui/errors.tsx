import Alert from "@cloudscape-design/components/alert";
import Button from "@cloudscape-design/components/button";
import { ApiError } from "../api/api-error.ts";
import { wordsFor } from "./words.ts";

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
    <Alert type="error" header={title} action={onAgain ? <Button onClick={onAgain}>Try again</Button> : undefined}>
      {wordsFor(error)}
      {reference ? ` Reference number: ${reference}` : ""}
    </Alert>
  );
}
