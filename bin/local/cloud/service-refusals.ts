import type { GivenAnswer, Service } from "./faults.ts";

type Kind = "throttle" | "conflict" | "denied" | "error";
const conflict = "TransactionConflict";

/**
 * How a service says that it was asked too often, that another write is under way, that we may not, or that it failed.
 * `atNumbers`: the other write is at each of the items that a transaction of the table only adds to.
 */
export function refusalOf(service: Service, kind: Kind, body: string, { atNumbers = false } = {}): GivenAnswer {
  switch (service) {
    case "s3":
      return s3[kind];
    case "ses":
      return ses[kind];
    case "stripe":
      return stripe[kind];
    case "paypal":
      return paypal[kind];
    case "badgr":
      return badgr[kind];
    case "dynamodb":
      return kind === "conflict" ? conflictOf(body, { atNumbers }) : named(dynamodb[kind]);
    default:
      return named({ ...others, throttle: throttleNames[service] ?? others.throttle }[kind]);
  }
}

const named = (name: string): GivenAnswer => ({
  status: name === "InternalServerError" || name === "InternalFailure" ? 500 : 400,
  headers: { "content-type": "application/x-amz-json-1.0", "x-amzn-errortype": name },
  body: JSON.stringify({ __type: name, message: `${name}.` }),
});

const dynamodb = {
  throttle: "ProvisionedThroughputExceededException",
  denied: "AccessDeniedException",
  error: "InternalServerError",
} as const;

const others = {
  throttle: "ThrottlingException",
  conflict: "ConcurrentModificationException",
  denied: "AccessDeniedException",
  error: "InternalFailure",
} as const;
const throttleNames: Readonly<Partial<Record<Service, string>>> = { cognito: "TooManyRequestsException" };

interface Expressed {
  readonly UpdateExpression: string;
}

/** A transaction says for each of its items why: of the first that somebody else is writing, or of those that only add. */
function conflictOf(body: string, { atNumbers = false } = {}): GivenAnswer {
  const { TransactItems = [] } = JSON.parse(body || "{}") as { TransactItems?: { Update?: Expressed }[] };
  if (TransactItems.length === 0) return named("TransactionConflictException");
  const CancellationReasons = TransactItems.map(({ Update }, index) => {
    const isMet = atNumbers ? Update?.UpdateExpression?.startsWith("add ") : index === 0;
    return { Code: isMet ? conflict : "None", ...(isMet && { Message: "Transaction is ongoing for the item" }) };
  });
  const name = "com.amazonaws.dynamodb.v20120810#TransactionCanceledException";
  const message = "Transaction cancelled, please refer cancellation reasons for specific reasons [TransactionConflict]";
  return {
    status: 400,
    headers: { "content-type": "application/x-amz-json-1.0" },
    body: JSON.stringify({ __type: name, Message: message, CancellationReasons }),
  };
}

const xml = (status: number, code: string): GivenAnswer => ({
  status,
  headers: { "content-type": "application/xml" },
  body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
});
const s3: Readonly<Record<Kind, GivenAnswer>> = {
  throttle: xml(503, "SlowDown"),
  conflict: xml(409, "ConditionalRequestConflict"),
  denied: xml(403, "AccessDenied"),
  error: xml(500, "InternalError"),
};

const json = (status: number, body: object, headers: Record<string, string> = {}): GivenAnswer => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(body),
});
const sesSays = (status: number, name: string) => json(status, { message: name }, { "x-amzn-errortype": name });
const ses: Readonly<Record<Kind, GivenAnswer>> = {
  throttle: sesSays(429, "TooManyRequestsException"),
  conflict: sesSays(409, "ConcurrentModificationException"),
  denied: sesSays(403, "AccessDeniedException"),
  error: sesSays(500, "InternalFailure"),
};

const stripeSays = (status: number, type: string, code?: string) =>
  json(status, { error: { type, message: type, ...(code && { code }) } });
const stripe: Readonly<Record<Kind, GivenAnswer>> = {
  throttle: stripeSays(429, "invalid_request_error", "rate_limit"),
  conflict: stripeSays(409, "idempotency_error", "idempotency_key_in_use"),
  denied: stripeSays(401, "invalid_request_error"),
  error: stripeSays(500, "api_error"),
};

const paypalSays = (status: number, name: string) => json(status, { name, message: name, debug_id: "local" });
const paypal: Readonly<Record<Kind, GivenAnswer>> = {
  throttle: paypalSays(429, "RATE_LIMIT_REACHED"),
  conflict: paypalSays(409, "RESOURCE_CONFLICT"),
  denied: paypalSays(401, "AUTHENTICATION_FAILURE"),
  error: paypalSays(500, "INTERNAL_SERVER_ERROR"),
};

const badgr: Readonly<Record<Kind, GivenAnswer>> = {
  throttle: json(429, { error: "throttled", expires: 3 }, { "retry-after": "3" }),
  conflict: json(409, { status: { success: false, description: "conflict" } }),
  denied: json(403, { detail: "You do not have permission to perform this action." }),
  error: json(500, { detail: "Server error" }),
};
