import { isDeepStrictEqual } from "node:util";
import { saveAnchorKey } from "../../shared/calibration/anchor-calls.ts";
import { isComplete } from "../../shared/calibration/calibration.ts";
import { Problem } from "../../shared/http/problem.ts";
import { implement } from "../chain/implement.ts";
import { audit } from "../data/audit.ts";
import { now } from "../data/ids.ts";
import { qualityKeys } from "../data/keys/quality.ts";
import { retryWhenRaced } from "../data/retry-when-raced.ts";
import { change } from "../data/steps.ts";
import { anchorBase, anchorSteps, judgedSections, keyFault, loadOpenAnchors, shownAnchors } from "./model/anchors.ts";

/**
 * Two people write at the same time as a rule, so that only the own key's version counts for the caller. A repeat, one
 * version behind with nothing new, is answered as done.
 */
export const handler = implement(saveAnchorKey, ({ credential_id, anchor_id, sections, version }, { actor, commit }) =>
  retryWhenRaced(async () => {
    const found = await loadOpenAnchors(credential_id, actor);
    const { user_id } = actor;
    const before = found.anchors.find((each) => each.anchor_id === anchor_id);
    if (before === undefined) throw new Problem("resource.not-found");
    const own = before.keys.find(({ by }) => by === user_id);
    if (own && isDeepStrictEqual(own.sections, sections)) return { data: shownAnchors(found, user_id) };
    const otherwise = new Problem("state.changed");
    if (version !== (own?.version ?? 0)) throw otherwise;
    if (!own && before.keys.length === 2) throw new Problem("job.key-written");
    if (!isComplete(judgedSections(found.whole.sections), sections)) {
      const message = "Decide every section and every criterion.";
      throw new Problem("input.invalid", { message, fields: { sections: message } });
    }
    const message = keyFault(found.whole.sections, sections);
    if (message) throw new Problem("review.below-minimum", { message });
    const key = { by: user_id, sections, saved_on: now(), version: version + 1 };
    const written = own ? before.keys.map((each) => (each === own ? key : each)) : [...before.keys, key];
    const after = { ...before, keys: written, version: before.version + 1 };
    const anchors = found.anchors.map((each) => (each === before ? after : each));
    return commit(
      [
        ...anchorSteps(found),
        audit("anchor.keyed", { ...anchorBase(found.whole, user_id), anchor_id }),
        change(
          qualityKeys.anchor(credential_id, anchor_id),
          { set: { keys: written } },
          { where: { version: before.version }, otherwise },
        ),
      ],
      { data: shownAnchors({ ...found, anchors }, user_id) },
    );
  }),
);
