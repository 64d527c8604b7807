import { Problem } from "../../shared/http/problem.ts";
import type { ProblemCode } from "../../shared/http/problems.ts";

/** How often something is read, decided and written: with luck once, and this often where others keep writing first. */
const racesMax = 5;

/**
 * Reads, decides and writes again when somebody else wrote first: `raced` is the refusal by which the write says so. After
 * the last attempt that refusal is thrown, or `exhausted` in its place. Everything else passes through.
 */
export async function retryWhenRaced<Answer>(
  work: (attempt: number) => Promise<Answer>,
  {
    raced = "state.changed",
    attempts = racesMax,
    exhausted,
  }: { raced?: ProblemCode; attempts?: number; exhausted?: ProblemCode } = {},
): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(attempt);
    } catch (error) {
      if (!(error instanceof Problem && error.code === raced)) throw error;
      if (attempt === attempts) throw exhausted ? new Problem(exhausted) : error;
    }
  }
}
