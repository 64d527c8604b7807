/** What was looked at before a deployment, and what was found. */
export interface Finding {
  readonly what: string;
  /** Whether the deployment can go on: `later` names what the product still lacks when it stands. */
  readonly state: "good" | "later" | "blocks";
  /** What is so; and where something has to be done, what. */
  readonly says: string;
}

const marks = { good: "ok   ", later: "later", blocks: "STOP " } as const;

/** Findings as lines, one each. */
export const linesOf = (findings: readonly Finding[]): string[] =>
  findings.map(({ what, state, says }) => `${marks[state]}  ${what}: ${says}`);

/** Whether nothing that was found stops the deployment. */
export const mayGoOn = (findings: readonly Finding[]): boolean => findings.every(({ state }) => state !== "blocks");
