/** The only fields a log line may carry: no bodies, headers, tokens, addresses, names or answers. */
export interface LogFields {
  readonly requestId?: string;
  /** CloudFront's id of the request, by which the firewall's log names it. */
  readonly edgeRequestId?: string;
  /** Stands for the caller's address; see `Request.viewer`. */
  readonly viewer?: string;
  readonly call?: string;
  readonly user_id?: string;
  readonly organization_id?: string;
  readonly role?: string;
  readonly outcome?: string;
  readonly code?: string;
  readonly status?: number;
  readonly durationMs?: number;
  readonly event_id?: string;
  readonly event_type?: string;
  readonly count?: number;
  /** Of a content security policy: which of its rules refused something, of which kind of page, and what or from where. */
  readonly directive?: string;
  readonly page?: string;
  readonly blocked?: string;
  /** Class and stack of an unforeseen error; its message is left out, as it may quote input. */
  readonly error?: string;
}

/** Writes one JSON line. `security` lines use the names of the OWASP logging vocabulary (authz_fail, …). */
export function log(level: "info" | "warn" | "error" | "security", message: string, fields: LogFields = {}): void {
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...fields })}\n`);
}

/** An error's class and where it was thrown, without its message. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const frames = (error.stack ?? "").split("\n").filter((line) => line.trimStart().startsWith("at "));
  return [error.name, ...frames.slice(0, 8).map((line) => line.trim())].join(" | ");
}
