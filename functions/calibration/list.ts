import { list } from "../../shared/calibration/calls.ts";
import { SeededAnchors, seedFlagOf } from "../../shared/calibration/seeded-anchor.ts";
import { implement } from "../chain/implement.ts";
import { loadForStaff } from "../credential/model/guards.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { qualityKeys } from "../data/keys/quality.ts";
import { batchGet, type Item } from "../data/table.ts";
import { rubricDigest } from "./model/anchors.ts";
import { calibrationOf, shownStandingAt, triesAt } from "./model/calibration.ts";

/** Of the people whom the organization chose; nobody who is not there any more. */
export const handler = implement(list, async ({ credential_id }, { actor }) => {
  const whole = await loadForStaff(credential_id, actor);
  const { assigned_reviewers } = whole.credential;
  const digest = rubricDigest(whole.sections);
  const items = await batchGet(
    assigned_reviewers.flatMap((user_id) => [
      organizationKeys.user(user_id),
      qualityKeys.calibration(user_id, credential_id),
      qualityKeys.seededAnchors(user_id, credential_id),
    ]),
  );
  return {
    data: {
      required: whole.criteria?.calibration === "required",
      seeded_anchors: whole.criteria?.seeded_anchors === true,
      reviewers: assigned_reviewers.flatMap((user_id, at) => {
        const [person, item, seededAnchors] = items.slice(at * 3, at * 3 + 3);
        if (person === undefined) return [];
        const stored = calibrationOf(item);
        const finished = triesAt(stored, digest).filter(({ finished_on }) => finished_on !== undefined);
        const latest = finished.at(-1);
        return [
          {
            user_id,
            first_name: String(person.first_name),
            last_name: String(person.last_name),
            standing: shownStandingAt(stored, digest),
            tries: finished.length,
            ...(latest && { latest }),
            ...seededOf(seededAnchors),
          },
        ];
      }),
    },
  };
});

/** What became of the anchors among somebody's jobs; nothing where they finished none. */
function seededOf(item: Item | undefined) {
  const seeds = (item ? SeededAnchors.parse(item).seeds : []).filter(({ finished_on }) => finished_on !== undefined);
  const latest = seeds.toSorted((one, other) => one.finished_on!.localeCompare(other.finished_on!)).at(-1);
  if (latest === undefined) return {};
  const { finished_on, passed, score } = latest;
  const flag = seedFlagOf(seeds);
  return {
    seeded: {
      finished: seeds.length,
      failed: seeds.filter((each) => !each.passed).length,
      latest: { finished_on, passed, score },
      ...(flag && { flag }),
    },
  };
}
