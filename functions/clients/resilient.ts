import { Problem } from "../../shared/http/problem.ts";
import type { ProblemCode } from "../../shared/http/problems.ts";
import { log } from "../runtime/log.ts";

/** How calls to one outside service are made. The client library's own repeats and timeouts have to be off. */
export interface Policy {
  /** The refusal that says what is the matter: a 503 of `shared/http/problems.ts`. */
  readonly unavailable: ProblemCode;
  /** Whether an error means that the service gave no useful answer (no connection, 5xx, 429): only then it is asked again. */
  isUnavailable(error: unknown): boolean;
  /** How long one attempt may take. */
  readonly timeoutMs: number;
  /** Attempts after the first; two unless said. Only for work that may be done twice: reads, or writes with a key. */
  readonly retries?: number;
  /** How long nothing is asked once the circuit is open; five seconds unless said. */
  readonly restMs?: number;
}

/** Does work at an outside service. The signal is given up when an attempt takes too long. */
export type Resilient = <Answer>(work: (signal: AbortSignal) => Promise<Answer>) => Promise<Answer>;

const FAILURES_MAX = 6;
const firstWaitMs = 100;
const longestWaitMs = 2000;

/**
 * The one layer around an outside service: shared/platform/README.md, "Outside services". No useful answer ends as
 * `unavailable`; other errors pass through. Make one per service and module: the circuit lives in it.
 */
export function resilient(policy: Policy): Resilient {
  const { unavailable, isUnavailable } = policy;
  let made: ReturnType<typeof make> | undefined;
  return async (work) => {
    made ??= make(policy);
    const { layer, isOwn } = await made;
    try {
      return await layer.execute(({ signal }) => work(signal));
    } catch (error) {
      if (!isOwn(error) && !isUnavailable(error)) throw error;
      log("warn", "outside_unavailable", { code: unavailable });
      throw new Problem(unavailable);
    }
  };
}

/** Made with the first work: most calls that may ask a service do not. */
async function make({ unavailable, isUnavailable, timeoutMs, retries = 2, restMs = 5000 }: Policy) {
  const cockatiel = await import("cockatiel");
  const { circuitBreaker, handleWhen, isBrokenCircuitError, isTaskCancelledError, retry, timeout, wrap } = cockatiel;
  const failing = handleWhen((error) => isTaskCancelledError(error) || isUnavailable(error));
  const backoff = new cockatiel.ExponentialBackoff({ initialDelay: firstWaitMs, maxDelay: longestWaitMs }); // with jitter
  const breaker = new cockatiel.ConsecutiveBreaker(FAILURES_MAX);
  const circuit = circuitBreaker(failing, { halfOpenAfter: restMs, breaker });
  circuit.onBreak(() => log("warn", "circuit_opened", { code: unavailable }));
  circuit.onReset(() => log("info", "circuit_closed", { code: unavailable }));
  const layer = wrap(
    retry(failing, { maxAttempts: retries, backoff }),
    circuit,
    timeout(timeoutMs, { strategy: cockatiel.TimeoutStrategy.Aggressive, abortOnReturn: false }),
  );
  return { layer, isOwn: (error: unknown) => isBrokenCircuitError(error) || isTaskCancelledError(error) };
}
