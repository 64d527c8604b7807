import { createSample } from "../../shared/credential/calls.ts";
import { implement } from "../chain/implement.ts";
import { newId } from "../data/ids.ts";
import { newDraft } from "./model/draft.ts";
import { sample } from "./model/sample.ts";

/** Makes a draft of the sample, as a copy of another credential is made. */
export const handler = implement(createSample, async (_, { actor, commit }) => {
  const { title, priceCents, hourlyRateCents, details, criteria, sections } = sample;
  const { steps, shown } = newDraft(
    {
      set: { title, scech: 0, expiration_date: null, badgrImage: "", badgrIssuer: "" },
      more: {
        step: 2,
        price_cents: priceCents,
        hourly_rate_cents: hourlyRateCents,
        review_minutes: sections.reduce((sum, { review_estimate }) => sum + review_estimate, 0),
        section_count: sections.length,
        category: criteria.category,
      },
      details,
      criteria,
      sections: sections.map((section) => ({ ...section, options: [...section.options], section_id: newId("sec") })),
    },
    actor,
  );
  return commit(steps, { data: shown });
});
