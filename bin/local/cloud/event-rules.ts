import type { LocalFunctions } from "./functions.ts";
import { matches } from "./patterns.ts";
import type { RuleResource } from "./resources/events.ts";

/** EventBridge on this machine: hands what services tell to the functions whose rules it fits. */
export interface LocalEventRules {
  tell(event: Readonly<Record<string, unknown>>): void;
  /** Resolves when all that was told has been worked off. */
  delivered(): Promise<void>;
}

/** Follows the rules of a template that start functions. As Lambda does with an event, a function that fails is tried twice more. */
export function followEventRules(options: {
  rules: readonly RuleResource[];
  functions: () => LocalFunctions;
  log: (line: string) => void;
}): LocalEventRules {
  const triesMax = 3;
  const underWay = new Set<Promise<void>>();

  async function start(functionArn: string, event: unknown): Promise<void> {
    for (let tries = 1; tries <= triesMax; tries++) {
      try {
        return void (await options.functions().invoke(functionArn, event));
      } catch (error) {
        options.log(`event: ${(error as Error).stack}`);
      }
    }
  }

  return {
    tell(event) {
      for (const { functionArn } of options.rules.filter(({ pattern }) => matches(pattern, event))) {
        const work = start(functionArn, event).finally(() => underWay.delete(work));
        underWay.add(work);
      }
    },
    async delivered() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
