import { type Check, type CheckName, type Reason, Refusal, type Verification } from "./verdict.ts";

/** What verifying has come to while it is at work. */
export class Course {
  readonly checks: Check[] = [];
  readonly reasons: { reason: Reason; sentence: string }[] = [];
  found: Partial<Verification> = {};

  add(name: CheckName, outcome: Check["outcome"], sentence: string): void {
    this.checks.push({ name, outcome, sentence });
  }
  decide(reason: Reason, name: CheckName, sentence: string): void {
    this.add(name, uncertain.has(reason) ? "unknown" : "failed", sentence);
    this.reasons.push({ reason, sentence });
  }
  /** Does one check; false when it refused. */
  async run(work: () => Promise<void> | void): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.decide(error.reason, error.check, error.message);
      return false;
    }
  }
}

const uncertain: ReadonlySet<Reason> = new Set(["unreachable", "unknown-issuer"]);
