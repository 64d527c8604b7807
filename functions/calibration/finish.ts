import { isPass, scoreOf } from "../../shared/calibration/calibration.ts";
import { finish } from "../../shared/calibration/calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import { implement } from "../chain/implement.ts";
import { now } from "../data/ids.ts";
import { qualityKeys } from "../data/keys/quality.ts";
import { retryWhenRaced } from "../data/retry-when-raced.ts";
import { change } from "../data/steps.ts";
import { ofForm } from "./model/anchors.ts";
import {
  finishedRow,
  keysOf,
  markedOf,
  practiceBase,
  readPractice,
  shownPractice,
  triesAt,
} from "./model/calibration.ts";

/** A repeat is answered as done: what a try came to is said once. */
export const handler = implement(finish, ({ credential_id, version }, { actor, commit }) =>
  retryWhenRaced(async () => {
    const practice = await readPractice(credential_id, actor);
    const { revision, digest, stored, anchors } = practice;
    const tries = triesAt(stored, digest);
    const latest = tries.at(-1);
    const otherwise = new Problem("state.changed");
    if (!stored || latest === undefined) throw otherwise;
    if (latest.finished_on !== undefined) {
      if (version + 1 === stored.version) return { data: shownPractice(practice) };
      throw otherwise;
    }
    if (version !== stored.version) throw otherwise;
    const set = ofForm(anchors, latest.form);
    const marked = markedOf(stored, set);
    if (marked.some((sections) => sections.length === 0)) throw new Problem("job.anchors-unmarked");
    const score = scoreOf(keysOf(set), marked);
    const passed = isPass(score);
    const after = [...tries.slice(0, -1), { ...latest, finished_on: now(), passed, score }];
    const { user_id } = actor;
    return commit(
      [
        change(
          qualityKeys.calibration(user_id, credential_id),
          { set: { tries: after } },
          { where: { version }, otherwise },
        ),
        finishedRow(practiceBase(revision, user_id), { passed, calibration_version: version + 1 }),
      ],
      { data: shownPractice({ ...practice, stored: { ...stored, tries: after, version: version + 1 } }) },
    );
  }),
);
