import { termsVersion } from "../../../shared/platform/terms.ts";
import { now } from "../../data/ids.ts";
import type { UserRecord } from "./record.ts";

/** What is kept of somebody who accepts terms of service now: which, and when. */
export const acceptedTerms = (version: string | undefined): Pick<UserRecord, "terms"> =>
  version === undefined ? {} : { terms: { version, accepted_on: now() } };

/** Whether somebody has not accepted the terms of today. */
export const isTermsDue = ({ terms }: Pick<UserRecord, "terms">): boolean => terms?.version !== termsVersion;
