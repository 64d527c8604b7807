import type { ProblemCode } from "./problems.ts";

/**
 * A refusal on purpose. Nothing else is thrown on purpose; `implement` turns it into the answer, with the status and the
 * message of problems.ts, which handlers load only then.
 */
export class Problem extends Error {
  readonly code: ProblemCode;
  /** What the answer says instead of the code's own message. */
  readonly text?: string;
  /** What is wrong, by field. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The field that the message stands at, where no `fields` are given. */
  readonly field?: string;
  /** When to come back after a 429. */
  readonly retryAfterSeconds?: number;

  constructor(
    code: ProblemCode,
    options: { message?: string; fields?: Record<string, string>; field?: string; retryAfterSeconds?: number } = {},
  ) {
    super(options.message ?? code);
    this.name = "Problem";
    this.code = code;
    this.text = options.message;
    this.fields = options.fields;
    this.field = options.field;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
