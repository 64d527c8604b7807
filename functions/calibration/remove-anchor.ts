import { removeAnchor } from "../../shared/calibration/anchor-calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import { implement } from "../chain/implement.ts";
import { audit } from "../data/audit.ts";
import { qualityKeys } from "../data/keys/quality.ts";
import { retryWhenRaced } from "../data/retry-when-raced.ts";
import { remove } from "../data/steps.ts";
import { anchorBase, anchorSteps, loadOpenAnchors, shownAnchors } from "./model/anchors.ts";

/** One that is gone stays gone: a repeat is answered as done. */
export const handler = implement(removeAnchor, ({ credential_id, anchor_id }, { actor, commit }) =>
  retryWhenRaced(async () => {
    const found = await loadOpenAnchors(credential_id, actor);
    const { user_id } = actor;
    const before = found.anchors.find((each) => each.anchor_id === anchor_id);
    if (before === undefined) return { data: shownAnchors(found, user_id) };
    const anchors = found.anchors.filter((each) => each !== before);
    return commit(
      [
        ...anchorSteps(found),
        audit("anchor.removed", { ...anchorBase(found.whole, user_id), anchor_id }),
        remove(qualityKeys.anchor(credential_id, anchor_id), {
          where: { version: before.version },
          otherwise: new Problem("state.changed"),
        }),
      ],
      { data: shownAnchors({ ...found, anchors }, user_id) },
    );
  }),
);
