import { put, type Step } from "../../functions/data/steps.ts";

const pk = "WRITTEN-BY-HAND";

/** Says that a test writes rows of an organization by hand, past the product: the check after the run leaves it out. */
export const markWrittenByHand = (organization_id: string): Step => put({ pk, sk: organization_id }, {});

/** The organizations that tests have written to by hand. */
export const organizationsWrittenByHand = (items: readonly Record<string, unknown>[]): string[] =>
  items.filter((item) => item.pk === pk).map(({ sk }) => String(sk));
