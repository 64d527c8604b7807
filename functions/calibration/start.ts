import type { Calibration } from "../../shared/calibration/anchor.ts";
import { start } from "../../shared/calibration/calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import { implement } from "../chain/implement.ts";
import { audit } from "../data/audit.ts";
import { now } from "../data/ids.ts";
import { qualityKeys } from "../data/keys/quality.ts";
import { retryWhenRaced } from "../data/retry-when-raced.ts";
import { change, create } from "../data/steps.ts";
import { practiceBase, readPractice, shownPractice, standingAt, triesAt } from "./model/calibration.ts";

/** Of two at once one begins the try, and both have it. Nobody who is calibrated begins another. */
export const handler = implement(start, ({ credential_id }, { actor, commit }) =>
  retryWhenRaced(async () => {
    const practice = await readPractice(credential_id, actor);
    const { revision, digest, stored } = practice;
    const standing = standingAt(stored, digest);
    if (standing.status === "inProgress" || standing.status === "passed") return { data: shownPractice(practice) };
    if (standing.status === "paused") throw new Problem("job.calibration-paused");
    const { user_id } = actor;
    const otherwise = new Problem("state.changed");
    const tries = [...triesAt(stored, digest), { form: standing.next, started_on: now() }];
    const set = { rubric_digest: digest, tries, marked: [] };
    const after: Calibration = {
      user_id,
      cred_id: credential_id,
      organization_id: revision.organization_id,
      ...set,
      version: (stored?.version ?? 0) + 1,
    };
    const key = qualityKeys.calibration(user_id, credential_id);
    return commit(
      [
        stored
          ? change(key, { set }, { where: { version: stored.version }, otherwise })
          : create(key, { ...after }, { otherwise }),
        audit("calibration.started", { ...practiceBase(revision, user_id), calibration_version: after.version }),
      ],
      { data: shownPractice({ ...practice, stored: after }) },
    );
  }),
);
