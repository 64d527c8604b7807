import { PracticeConsent, practiceLimits } from "../../shared/calibration/anchor.ts";
import { listConsentedWork } from "../../shared/calibration/anchor-calls.ts";
import { implement } from "../chain/implement.ts";
import { qualityKeys } from "../data/keys/quality.ts";
import { queryPage } from "../data/table.ts";

export const handler = implement(listConsentedWork, async (_, { actor }) => {
  const { items } = await queryPage({
    ...qualityKeys.practiceConsents(actor.organization_id),
    limit: practiceLimits.listed,
    newestFirst: true,
  });
  return {
    data: items.map((item) => {
      const { application_id, title, given_on } = PracticeConsent.parse(item);
      return { application_id, title, given_on };
    }),
  };
});
