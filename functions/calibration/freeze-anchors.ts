import { freezeAnchors } from "../../shared/calibration/anchor-calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import { implement } from "../chain/implement.ts";
import { audit } from "../data/audit.ts";
import { now } from "../data/ids.ts";
import { retryWhenRaced } from "../data/retry-when-raced.ts";
import {
  anchorBase,
  anchorSteps,
  isFrozen,
  loadAnchors,
  rubricDigest,
  shownAnchors,
  shownForms,
} from "./model/anchors.ts";

/** A repeat is answered as done. */
export const handler = implement(freezeAnchors, ({ credential_id, published }, { actor, commit }) =>
  retryWhenRaced(async () => {
    const found = await loadAnchors(credential_id, actor);
    const { whole, set, anchors } = found;
    const { user_id } = actor;
    if (isFrozen(set, whole.sections) === published) return { data: shownAnchors(found, user_id) };
    if (!published && whole.credential.revision > 0) throw new Problem("job.anchors-frozen");
    if (published && shownForms(anchors, whole.sections).some(({ lacks }) => lacks.length > 0))
      throw new Problem("job.anchors-incomplete");
    const changed = published
      ? { frozen_on: now(), frozen_by: user_id, rubric_digest: rubricDigest(whole.sections) }
      : { frozen_on: undefined, frozen_by: undefined, rubric_digest: undefined };
    const base = anchorBase(whole, user_id);
    const after = { ...set!, ...changed };
    return commit(
      [...anchorSteps(found, changed), published ? audit("anchors.frozen", base) : audit("anchors.thawed", base)],
      { data: shownAnchors({ ...found, set: after }, user_id) },
    );
  }),
);
