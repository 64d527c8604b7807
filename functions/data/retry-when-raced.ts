import { Problem } from "../../shared/http/problem.ts";
import type { ProblemCode } from "../../shared/http/problems.ts";

/**
 * Reads, decides and writes again when somebody else wrote first: `raced` is the refusal by which the write says so. After
 * the last attempt that refusal is thrown, or `exhausted` in its place. Everything else passes through.
 */
export async function retryWhenRaced<Answer>(
  { raced, attempts, exhausted }: { raced: ProblemCode; attempts: number; exhausted?: ProblemCode },
  work: (attempt: number) => Promise<Answer>,
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
