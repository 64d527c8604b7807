import { isDeepStrictEqual } from "node:util";
import { isComplete } from "../../shared/calibration/calibration.ts";
import { markAnchor } from "../../shared/calibration/calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import { implement } from "../chain/implement.ts";
import { audit } from "../data/audit.ts";
import { qualityKeys } from "../data/keys/quality.ts";
import { retryWhenRaced } from "../data/retry-when-raced.ts";
import { change } from "../data/steps.ts";
import { judgedSections, ofForm } from "./model/anchors.ts";
import { practiceBase, readPractice, shownPractice, triesAt } from "./model/calibration.ts";

/** A repeat, one version behind with the same marks, is answered as done. */
export const handler = implement(markAnchor, ({ credential_id, anchor_id, sections, version }, { actor, commit }) =>
  retryWhenRaced(async () => {
    const practice = await readPractice(credential_id, actor);
    const { revision, digest, stored, anchors } = practice;
    const latest = triesAt(stored, digest).at(-1);
    const otherwise = new Problem("state.changed");
    if (!stored || latest === undefined || latest.finished_on !== undefined) throw otherwise;
    if (!ofForm(anchors, latest.form).some((each) => each.anchor_id === anchor_id))
      throw new Problem("resource.not-found");
    const before = stored.marked.find((each) => each.anchor_id === anchor_id);
    if (before && isDeepStrictEqual(before.sections, sections)) return { data: shownPractice(practice) };
    if (version !== stored.version) throw otherwise;
    if (!isComplete(judgedSections(revision.sections), sections)) {
      const message = "Decide every section and every criterion.";
      throw new Problem("input.invalid", { message, fields: { sections: message } });
    }
    const marked = [...stored.marked.filter((each) => each !== before), { anchor_id, sections }];
    const { user_id } = actor;
    return commit(
      [
        change(qualityKeys.calibration(user_id, credential_id), { set: { marked } }, { where: { version }, otherwise }),
        audit("calibration.marked", { ...practiceBase(revision, user_id), anchor_id }),
      ],
      { data: shownPractice({ ...practice, stored: { ...stored, marked, version: version + 1 } }) },
    );
  }),
);
