/**
 * Every refusal of the API: its code, status and message. Where the specification quotes a message (sections 5 and 8)
 * it stands here letter by letter.
 */
export const problems = {
  "input.invalid": [400, "Some of the fields are not valid."],
  "input.not-json": [400, "The body is not valid JSON."],
  "input.organization-needed": [400, "Name the organization: you belong to more than one."],
  "access.no-token": [401, "Unauthorized"],
  "access.denied": [403, "You may not do this."],
  "access.fresh-sign-in-needed": [403, "Sign in again to do this."],
  "organization.archived": [403, "This organization is archived. You can look, but not change anything."],
  "thing.not-found": [404, "There is nothing here, or it is not yours to see."],
  "state.changed": [409, "Somebody changed this in the meantime. Reload the page and try again."],
  "idempotency.mismatch": [409, "This request was sent before with other contents."],
  "input.too-large": [413, "That is too large to send."],
  "rate.exceeded": [429, "Too many attempts. Wait a little and try again."],
  "server.failed": [500, "Something went wrong on our side. Try again in a moment."],
  "server.busy": [503, "The service is busy. Try again in a moment."],
} as const satisfies Record<string, readonly [status: number, message: string]>;

/** The code of a refusal, `thing.what-is-wrong`, or one the specification names. */
export type ProblemCode = keyof typeof problems;

/** A refusal on purpose. Nothing else is thrown on purpose; `implement` turns it into the answer. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  /** What is wrong, by field. */
  readonly fields?: Readonly<Record<string, string>>;

  constructor(code: ProblemCode, options: { message?: string; fields?: Record<string, string> } = {}) {
    super(options.message ?? problems[code][1]);
    this.name = "Problem";
    this.code = code;
    this.status = problems[code][0];
    this.fields = options.fields;
  }
}
