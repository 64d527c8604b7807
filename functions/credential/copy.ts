import { copy } from "../../shared/credential/calls.ts";
import { credentialLimits } from "../../shared/credential/parts.ts";
import { isExpired } from "../../shared/credential/rules.ts";
import { implement } from "../chain/implement.ts";
import { newId } from "../data/ids.ts";
import { newDraft } from "./model/draft.ts";
import { loadForStaff, todayOf } from "./model/guards.ts";

/** Makes a draft of what a credential says. Its reviewers are chosen anew, and a date that has passed is left out. */
export const handler = implement(copy, async ({ credential_id }, { actor, commit }) => {
  const { credential, details, criteria, sections } = await loadForStaff(credential_id, actor);
  const { title, scech, validity_months, expiration_date, badgrImage, badgrIssuer } = credential;
  const { step, price_cents, renewal_price_cents, hourly_rate_cents, review_minutes, section_count, category } =
    credential;
  const { steps, shown } = newDraft(
    {
      set: {
        title: `Copy of ${title}`.slice(0, credentialLimits.titleCharacters),
        scech,
        ...(validity_months !== undefined && { validity_months }),
        expiration_date: isExpired(expiration_date, todayOf(actor)) ? null : expiration_date,
        badgrImage,
        badgrIssuer,
      },
      more: {
        ...{ step: Math.min(step, 2), price_cents, hourly_rate_cents, review_minutes, section_count, category },
        ...(renewal_price_cents !== undefined && { renewal_price_cents }),
      },
      details,
      criteria,
      sections: sections.map((section) => ({ ...section, section_id: newId("sec") })),
    },
    actor,
  );
  return commit(steps, { data: shown });
});
