import type { Hits } from "../../../shared/calibration/calibration.ts";
import type { Standing } from "../../../shared/calibration/calls.ts";
import { date } from "../../ui/look/format.ts";
import { StatusText } from "../../ui/look/status-text.tsx";

/** Where a reviewer stands with a credential's anchors. */
export function StandingText({ standing: { status, expires_on, retry_on } }: { readonly standing: Standing }) {
  switch (status) {
    case "passed":
      return <StatusText kind="success">{`Calibrated until ${date(expires_on)}`}</StatusText>;
    case "inProgress":
      return <StatusText kind="in-progress">Practicing</StatusText>;
    case "failed":
      return <StatusText kind="warning">Not passed yet</StatusText>;
    case "paused":
      return <StatusText kind="stopped">{`Can try again on ${date(retry_on)}`}</StatusText>;
    case "none":
      return <StatusText kind="pending">Not calibrated</StatusText>;
  }
}

/** How many of how many, in words. */
export const rightOf = ({ right, of }: Hits): string => `${right} of ${of}`;
