import { saveUnfinished } from "../../shared/credential/draft-calls.ts";
import { partOfWizardStep } from "../../shared/credential/rules.ts";
import { unfinishedPartOf } from "../../shared/credential/unfinished.ts";
import { implement } from "../chain/implement.ts";
import { now } from "../data/ids.ts";
import { loadForStaff, requireEditableCredential } from "./model/guards.ts";
import { dropSteps, isKept, keepSteps } from "./model/unfinished.ts";

/** Keeps a step as it is typed, for its author alone; without its part what was kept is dropped. */
export const handler = implement(
  saveUnfinished,
  async ({ organization_id: _, credential_id, step, version, ...parts }, { actor, commit }) => {
    const whole = await loadForStaff(credential_id, actor);
    if (parts[unfinishedPartOf[step]] === undefined)
      return commit(await dropSteps(actor.user_id, credential_id, step, version), {
        data: { credential_id, step, version: 0 },
      });
    requireEditableCredential(actor, whole, partOfWizardStep[step]);
    const kept_on = now();
    const kept = { credential_id, step, version: version + 1, kept_on, ...parts };
    const answer = { data: { credential_id, step, version: kept.version, kept_on } };
    if (await isKept(actor.user_id, kept)) return answer;
    return commit(await keepSteps(actor.user_id, kept, version), answer);
  },
);
