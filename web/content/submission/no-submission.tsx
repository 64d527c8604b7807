import { Link } from "react-router";
import * as paths from "../../../shared/platform/paths.ts";
import { ApiError } from "../../api/api-error.ts";
import { Failure } from "../../ui/forms/errors.tsx";
import { Nothing } from "../../ui/lists/list-states.tsx";
import { Panel } from "../../ui/look/panel.tsx";

/** What stands where one's submission could not be read: nothing was applied for, and `then` what to do, or it failed. */
export function NoSubmission({
  error,
  then,
  onAgain,
}: {
  readonly error: Error;
  readonly then: string;
  readonly onAgain: () => void;
}) {
  if (!(error instanceof ApiError && error.status === 404)) return <Failure error={error} onAgain={onAgain} />;
  return (
    <Panel>
      <Nothing
        title="You haven’t applied for this credential"
        text={then}
        action={<Link to={paths.home}>Browse credentials</Link>}
      />
    </Panel>
  );
}
