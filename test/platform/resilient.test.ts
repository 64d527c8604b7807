import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Policy, resilient } from "../../functions/clients/resilient.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const gone = new Error("socket hang up");
const policy: Policy = {
  unavailable: "payment.provider-unavailable",
  isUnavailable: (error) => error === gone,
  timeoutMs: 1000,
};
const unavailable = { code: "payment.provider-unavailable" };

/** Runs all waiting until the work is decided. */
async function outcome<Answer>(work: Promise<Answer>): Promise<Answer | Error> {
  const decided = work.catch((error: Error) => error);
  await vi.runAllTimersAsync();
  return decided;
}

describe("an outside call", () => {
  it("is made again after a failure, and its answer is given", async () => {
    const work = vi.fn().mockRejectedValueOnce(gone).mockResolvedValue("paid");
    expect(await outcome(resilient(policy)(work))).toBe("paid");
    expect(work).toHaveBeenCalledTimes(2);
  });

  it("is given up after three attempts, saying what is the matter", async () => {
    const work = vi.fn().mockRejectedValue(gone);
    expect(await outcome(resilient(policy)(work))).toMatchObject(unavailable);
    expect(work).toHaveBeenCalledTimes(3);
  });

  it("ends when it takes too long, and tells the work so", async () => {
    const signals: AbortSignal[] = [];
    const work = (signal: AbortSignal) => new Promise<never>(() => signals.push(signal));
    expect(await outcome(resilient(policy)(work))).toMatchObject(unavailable);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true]);
  });

  it("hands on a refusal of the service at once", async () => {
    const refusal = new Error("No such customer");
    const work = vi.fn().mockRejectedValue(refusal);
    expect(await outcome(resilient(policy)(work))).toBe(refusal);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it("waits differently each time, so that callers do not come together", async () => {
    const waits = async () => {
      const times: number[] = [];
      await outcome(
        resilient(policy)(() => {
          times.push(Date.now());
          return Promise.reject(gone);
        }),
      );
      return times.slice(1).map((time, index) => time - times[index]!);
    };
    const seen = await Promise.all(Array.from({ length: 8 }, waits));
    expect(new Set(seen.map(String)).size).toBeGreaterThan(1);
  });
});

describe("the circuit", () => {
  it("opens after six failures in a row, asks nothing while it rests, and closes at the first answer", async () => {
    const ask = resilient(policy);
    const work = vi.fn().mockRejectedValue(gone);
    await outcome(ask(work));
    await outcome(ask(work));
    expect(work).toHaveBeenCalledTimes(6);
    expect(await outcome(ask(work))).toMatchObject(unavailable);
    expect(work).toHaveBeenCalledTimes(6);
    await vi.advanceTimersByTimeAsync(5000);
    work.mockResolvedValue("back");
    expect(await outcome(ask(work))).toBe("back");
    expect(await outcome(ask(work))).toBe("back");
    expect(work).toHaveBeenCalledTimes(8);
  });
});
