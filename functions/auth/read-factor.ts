import { readFactor } from "../../shared/auth/factor-calls.ts";
import { implement } from "../chain/implement.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { FactorRecord } from "./model/factor.ts";
import { shownReset } from "./model/factor-reset.ts";
import { deviceOf, livingDevices } from "./model/remembered-device.ts";

export const handler = implement(
  readFactor,
  async (_, { request, prefetched: [found] }) => {
    if (found === undefined) return { data: { is_on: false, recovery_codes_left: 0, devices: [] } };
    const factor = FactorRecord.parse(found);
    const here = deviceOf(request, factor)?.device_id;
    const devices = livingDevices(factor).map((device) => ({ ...device, is_this: device.device_id === here }));
    const { since, recovery, reset } = factor;
    return {
      data: {
        is_on: true,
        since,
        recovery_codes_left: recovery.length,
        devices: devices.reverse(),
        ...(reset && { reset: await shownReset(reset) }),
      },
    };
  },
  { prefetch: (_, user_id) => [organizationKeys.factor(user_id)] },
);
