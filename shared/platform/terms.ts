/** The terms of service there have been, each by the day it began, the newest last. */
export const termsVersions = ["2026-11-01"] as const;

/** The terms of today. Whoever has not accepted them is asked after signing in. */
export const termsVersion = termsVersions[termsVersions.length - 1]!;
