const SLOWNESS_MAX = 20;
/** What the loop below takes on an idle machine of two cores. */
const usualMs = 250;

/** How many times slower than usual this machine is at the moment: at least 1. Measured, as nothing it says of itself tells. */
export function measuredSlowness(): number {
  const startedMs = performance.now();
  let sum = 0;
  for (let at = 0; at < 1e8; at++) sum += at % 7;
  const tookMs = sum > 0 ? performance.now() - startedMs : 0;
  return Math.min(SLOWNESS_MAX, Math.max(1, tookMs / usualMs));
}

/** As it was measured when this run began: what must come in time may take so many times longer. */
export const slowness = Number(process.env.SLOWNESS ?? 1);
