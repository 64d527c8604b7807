/** Whose parts of a price there are, by the names under which they are kept, in whole cents. */
export const splitNames = [
  "reviewer_pay_cents",
  "issuer_share_cents",
  "platform_share_cents",
  "organization_share_cents",
] as const;

/** Who gets what of one sale. The four sum to the price, except at price 0, where only the reviewer is owed. */
export type Split = Readonly<Record<(typeof splitNames)[number], number>>;

/** A split that is the reviewer's alone. */
export const payAlone = (reviewer_pay_cents: number): Split => ({
  reviewer_pay_cents,
  issuer_share_cents: 0,
  platform_share_cents: 0,
  organization_share_cents: 0,
});

/** Amounts that are taken back. */
export const negated = <Amounts extends Partial<Record<string, number>>>(amounts: Amounts): Amounts =>
  Object.fromEntries(Object.entries(amounts).map(([name, cents = 0]) => [name, 0 - cents])) as Amounts;

/** Shares of what is left of a price after the reviewer's pay, in percent, in the order that breaks ties. */
const sharePercent = { issuer: 50, platform: 30, organization: 20 } as const;

/** Dollars as they travel, from cents. */
export const dollars = (cents: number): number => cents / 100;
/** Cents of an amount in dollars with at most two decimals. */
export const centsOf = (amount: number): number => Math.round(amount * 100);

/** Minutes a reviewer is paid for: the sum of the sections' estimates. */
export const reviewMinutes = (sections: readonly { readonly review_estimate: number }[]): number =>
  sections.reduce((sum, { review_estimate }) => sum + review_estimate, 0);

/** The reviewer's pay for one submission: rate ÷ 60 × minutes, rounded half up to a cent. */
export const reviewerPayCents = (rateCentsPerHour: number, minutes: number): number =>
  Math.floor((rateCentsPerHour * minutes + 30) / 60);

/**
 * Splits a price: the reviewer's pay first, the rest 50/30/20 by largest remainder, ties issuer, platform, organization.
 * At price 0 the shares are 0 and the pay is the organization's debt. A price above 0 but below the pay has no split.
 * shared/credential/README.md, "Price".
 */
export function splitPrice(priceCents: number, payCents: number): Split {
  const shares: Record<(typeof splitNames)[number], number> = payAlone(payCents);
  if (priceCents === 0) return shares;
  const rest = priceCents - payCents;
  if (rest < 0) throw new RangeError("The price doesn’t cover the reviewer’s pay.");
  const parts = [
    { name: "issuer_share_cents", percent: sharePercent.issuer },
    { name: "platform_share_cents", percent: sharePercent.platform },
    { name: "organization_share_cents", percent: sharePercent.organization },
  ] as const;
  for (const { name, percent } of parts) shares[name] = Math.floor((rest * percent) / 100);
  let left = rest - shares.issuer_share_cents - shares.platform_share_cents - shares.organization_share_cents;
  const byRemainder = parts.toSorted((a, b) => ((rest * b.percent) % 100) - ((rest * a.percent) % 100));
  for (const { name } of byRemainder) {
    if (left === 0) break;
    shares[name] += 1;
    left -= 1;
  }
  return shares;
}

/** Of submissions reviewed a second time, so many percent are taken to be disputed until a credential has a share of its own. */
export const usualDisputedPercent = 15;

/**
 * What second reviews cost the organization in a hundred submissions, on average: of a share, another pay each, and a third
 * of the disputed percent of those.
 */
export const secondReviewCostCents = (
  payCents: number,
  sharePercent: number,
  disputedPercent = usualDisputedPercent,
): number => Math.round((payCents * sharePercent * (100 + disputedPercent)) / 100);

/**
 * Splits cents by weights, by largest remainder; of equal remainders those of `first` come first, then the order given.
 * Weights that sum to 0 give everybody nothing.
 */
export function splitByWeight<Name extends string>(
  cents: number,
  weights: readonly (readonly [name: Name, weight: number])[],
  first?: Name,
): Map<Name, number> {
  const total = weights.reduce((sum, [, weight]) => sum + weight, 0);
  if (total === 0) return new Map(weights.map(([name]) => [name, 0]));
  const parts = weights.map(([name, weight]) => ({
    name,
    cents: Math.floor((cents * weight) / total),
    remainder: (cents * weight) % total,
  }));
  let left = cents - parts.reduce((sum, part) => sum + part.cents, 0);
  const order = parts.toSorted(
    (one, other) => other.remainder - one.remainder || Number(other.name === first) - Number(one.name === first),
  );
  for (const part of order) {
    if (left === 0) break;
    part.cents += 1;
    left -= 1;
  }
  return new Map(parts.map((part) => [part.name, part.cents]));
}

/** Why a price cannot stand beside the reviewer's pay; undefined when it can. */
export function priceFault(priceCents: number, payCents: number): string | undefined {
  if (priceCents === 0 || priceCents >= payCents) return undefined;
  return `The price must be 0 or at least $${dollars(payCents).toFixed(2)}, the reviewer’s pay.`;
}
