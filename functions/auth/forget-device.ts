import { forgetDevice } from "../../shared/auth/factor-calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import { implement } from "../chain/implement.ts";
import { audit } from "../data/audit.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { change } from "../data/steps.ts";
import { onVersion, readFactor } from "./model/factor.ts";

export const handler = implement(forgetDevice, async ({ device_id }, { actor: { user_id }, commit }) => {
  const factor = await readFactor(user_id);
  const devices = factor?.devices.filter((each) => each.device_id !== device_id) ?? [];
  if (devices.length === (factor?.devices.length ?? 0)) throw new Problem("resource.not-found");
  return commit(
    [
      change(organizationKeys.factor(user_id), { set: { devices } }, onVersion(factor!)),
      audit("user.device-forgotten", { organization_id: "", actor_id: user_id, subject_id: user_id, user_id }),
    ],
    { data: {} },
  );
});
