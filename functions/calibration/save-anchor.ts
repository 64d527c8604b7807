import { isDeepStrictEqual } from "node:util";
import { type Anchor, anchorLimits } from "../../shared/calibration/anchor.ts";
import { saveAnchor } from "../../shared/calibration/anchor-calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import { implement } from "../chain/implement.ts";
import { audit } from "../data/audit.ts";
import { qualityKeys } from "../data/keys/quality.ts";
import { retryWhenRaced } from "../data/retry-when-raced.ts";
import { change, create } from "../data/steps.ts";
import { anchorBase, anchorSteps, loadOpenAnchors, newAnchor, ofForm, shownAnchors } from "./model/anchors.ts";
import { madeOfSteps, requireConsent } from "./model/consented-work.ts";

const wordsOf = ({ form, title, answers }: Pick<Anchor, "form" | "title" | "answers">) => ({ form, title, answers });

/** A repeat, which says what an anchor says already, is answered as done. */
export const handler = implement(
  saveAnchor,
  ({ credential_id, anchor_id, form, title, answers, application_id, version }, { actor, commit }) =>
    retryWhenRaced(async () => {
      const [found, consent] = await Promise.all([
        loadOpenAnchors(credential_id, actor),
        anchor_id === undefined && application_id !== undefined
          ? requireConsent(actor.organization_id, application_id)
          : undefined,
      ]);
      const { whole, anchors } = found;
      const said = { form, title, answers };
      const before = anchors.find((each) =>
        anchor_id === undefined ? isDeepStrictEqual(wordsOf(each), said) : each.anchor_id === anchor_id,
      );
      if (anchor_id !== undefined && before === undefined) throw new Problem("resource.not-found");
      if (before && isDeepStrictEqual(wordsOf(before), said)) return { data: shownAnchors(found, actor.user_id) };
      const otherwise = new Problem("state.changed");
      if (before && before.version !== version) throw otherwise;
      const sections = whole.sections.map(({ section_id }) => section_id);
      if (!isDeepStrictEqual(answers.map(({ section_id }) => section_id).toSorted(), sections.toSorted())) {
        const message = "Answer every section of the credential.";
        throw new Problem("input.invalid", { message, fields: { answers: message } });
      }
      const others = ofForm(anchors, form).filter((each) => each !== before);
      if (others.length >= anchorLimits.perForm) {
        const message = `A form has at most ${anchorLimits.perForm} anchors.`;
        throw new Problem("input.invalid", { message, fields: { form: message } });
      }
      const isSameWork = before !== undefined && isDeepStrictEqual(before.answers, answers);
      const set = { ...said, ...(!isSameWork && { keys: [] }) };
      const after = before
        ? { ...before, ...set, version: before.version + 1 }
        : newAnchor(whole, { ...said, ...(consent && { application_id }) });
      const key = qualityKeys.anchor(credential_id, after.anchor_id);
      const all = before ? anchors.map((each) => (each === before ? after : each)) : [...anchors, after];
      return commit(
        [
          ...anchorSteps(found),
          ...(consent ? madeOfSteps(consent, { cred_id: credential_id, anchor_id: after.anchor_id }) : []),
          audit("anchor.saved", { ...anchorBase(found.whole, actor.user_id), anchor_id: after.anchor_id }),
          before
            ? change(key, { set }, { where: { version: before.version }, otherwise })
            : create(key, { ...after }, { otherwise }),
        ],
        { data: shownAnchors({ ...found, anchors: all }, actor.user_id) },
      );
    }),
);
