/** The services that functions ask, by the names that plans know them by. */
export const services = [
  "dynamodb",
  "cognito",
  "s3",
  "ses",
  "secrets",
  "kms",
  "sqs",
  "stripe",
  "paypal",
  "badgr",
] as const;
/** One of {@link services}. */
export type Service = (typeof services)[number];

/**
 * The operation by which a call is counted for its organization. Chance draws the calls that do it:
 * it is met only by rules that name it.
 */
export const countingCalls = "CountCalls";

/** An answer in the service's place. */
export interface GivenAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The body is filled up with spaces to this size. */
  readonly bytes?: number;
}

/** The kinds of faults: {@link Fault} says what each does. */
export const faultKinds = [
  "throttle",
  "conflict",
  "busy-numbers",
  "denied",
  "error",
  "unknown-name",
  "gone",
  "lost",
  "duplicate",
  "hole",
  "partial",
  "stale",
  "crash",
  "delay",
  "answer",
] as const;
type FaultKind = (typeof faultKinds)[number];

/**
 * What happens to a request. `throttle`, `conflict`, `denied` and `error` are the service's own refusals; `busy-numbers` is a
 * conflict at the numbers that a transaction adds to. `unknown-name`: its name is not found. `gone`: the connection breaks before it arrives; `lost`: it is done, and the answer does not come.
 * `duplicate`: it arrives twice. `delay`: it arrives later. `hole`: it never arrives, and nothing ever comes back. `partial`:
 * half of a batch is done, and the rest handed back. `stale`: a read is answered as the last time it was asked. `crash`: it is
 * done, and the function that asked ends at once. `answer`: this answer comes instead.
 */
export type Fault =
  | { readonly what: Exclude<FaultKind, "delay" | "answer"> }
  | { readonly what: "delay"; readonly milliseconds: number }
  | { readonly what: "answer"; readonly answer: GivenAnswer };

/** Which requests a fault meets. */
export type FaultRule = Fault & {
  /** Every service unless said. */
  readonly service?: Service;
  /** `TransactWriteItems`, `SendEmail`; of a service without named operations the method and the beginning of the path. */
  readonly operation?: string;
  /** The function that asks, as in `credential/publish`; every one unless said. */
  readonly function?: string;
  /** The first that is met of the requests that fit and that no earlier rule met; 1 unless said. */
  readonly from?: number;
  /** How many of them in a row; 1 unless said. */
  readonly times?: number | "always";
  /** Of those only this share, by the seed. */
  readonly share?: number;
};

/** A fault plan is data: the same plan meets the same requests. */
export interface FaultPlan {
  readonly seed?: number;
  /** The first rule that meets a request is the one. */
  readonly rules: readonly FaultRule[];
}

/** A request of a function to a service. */
export interface Asked {
  readonly service: Service;
  readonly operation: string;
  /** `credential/publish` */
  readonly function: string;
}

/** A request that a plan looked at, in the order of their coming, and what the plan did to it. */
export interface SeenRequest extends Asked {
  readonly fault?: Fault["what"];
}

/** A plan as it is followed. */
export interface FollowedPlan {
  /** What happens to the next request. */
  next(asked: Asked): Fault | undefined;
  /** The requests so far. */
  seen(): readonly SeenRequest[];
}

/** How many requests are remembered. */
const SEEN_MAX = 100_000;

/** Begins to follow a plan. */
export function followPlan({ seed = 1, rules }: FaultPlan): FollowedPlan {
  const random = randomOf(seed);
  const counts = rules.map(() => 0);
  const seen: SeenRequest[] = [];
  const meets = (rule: FaultRule, index: number, asked: Asked): boolean => {
    if (!fits(rule, asked)) return false;
    const count = ++counts[index]!;
    const { from = 1, times = 1, share } = rule;
    if (count < from || (times !== "always" && count >= from + times)) return false;
    return share === undefined || random() < share;
  };
  return {
    next(asked) {
      if (asked.operation === countingCalls && !rules.some(({ operation }) => operation === countingCalls))
        return undefined;
      const fault = rules.find((rule, index) => meets(rule, index, asked));
      seen.push(fault ? { ...asked, fault: fault.what } : asked);
      if (seen.length > SEEN_MAX) seen.splice(0, SEEN_MAX / 2);
      return fault;
    },
    seen: () => seen,
  };
}

const fits = ({ service, operation, function: name }: FaultRule, asked: Asked): boolean =>
  (service ?? asked.service) === asked.service &&
  (operation === undefined || asked.operation === operation || isPathBelow(operation, asked.operation)) &&
  (name ?? asked.function) === asked.function;

const isPathBelow = (operation: string, asked: string) => operation.includes(" /") && asked.startsWith(operation);

/** Mulberry32: the same numbers from 0 to 1 for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
