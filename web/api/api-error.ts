/** A refusal or failure of a call, as the portal sees it. `status` 0 means that no answer came at all. */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  /** What is wrong, by field of the input. */
  readonly fields: Readonly<Record<string, string>>;
  /** The request's id, for people who report the failure. */
  readonly reference: string | undefined;
  /** When to come back after a 429. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: string,
    message: string,
    status: number,
    fields: Readonly<Record<string, string>> = {},
    reference?: string,
    retryAfterSeconds?: number,
  ) {
    super(message);
    this.name = "ApiError";
    this.code = code;
    this.status = status;
    this.fields = fields;
    this.reference = reference;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Where the request's id stands: what answered first is asked first. */
const referenceHeaders = ["x-request-id", "apigw-requestid", "x-amz-cf-id"];

/** Codes for the gateway's own answers, which carry a bare `{"message"}` and no code. */
const gatewayCodes: Readonly<Record<number, string>> = {
  400: "input.invalid",
  401: "access.no-token",
  403: "access.denied",
  404: "resource.not-found",
  413: "input.too-large",
  429: "rate.exceeded",
  503: "server.busy",
};

/** The error an answer other than 2xx tells of: our envelope, the gateway's bare message, the firewall's page, or neither. */
export async function errorOf(response: Response): Promise<ApiError> {
  const reference = referenceHeaders.map((name) => response.headers.get(name)).find((id) => id !== null) ?? undefined;
  const { status } = response;
  if (status === 403 && response.headers.get("content-type")?.startsWith("text/html")) {
    return new ApiError("request.blocked", "Request blocked.", status, {}, reference);
  }
  const body = (await response.json().catch(() => undefined)) as
    | { error?: { code?: string; message?: string; fields?: Record<string, string> }; message?: string }
    | undefined;
  const code = body?.error?.code ?? gatewayCodes[status] ?? "server.failed";
  const message = body?.error?.message ?? body?.message ?? response.statusText;
  // the gateway's own throttle says no time: it counts by the second
  const wait = status === 429 ? Number(response.headers.get("retry-after") ?? 1) || 1 : undefined;
  return new ApiError(code, message, status, body?.error?.fields, reference, wait);
}

/** The error of a call that wants a session where there is none. */
export const noToken = () => new ApiError("access.no-token", "Unauthorized", 401);

/** The error of a request that got no answer. */
export const lostConnection = () => new ApiError("network.lost", "NETWORK ERROR", 0);
