import type { IncomingHttpHeaders } from "node:http";

/** A request as one of the account's services reads it. */
export interface ServiceRequest {
  readonly region: string;
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  /** `DescribeTable`, where the service's protocol says so. */
  readonly operation: string;
  // biome-ignore lint/suspicious/noExplicitAny: the wire's own JSON or form
  readonly input: any;
  readonly body: string;
}

/** What a service answers: JSON, XML as text, or a text as it is. */
export interface ServiceReply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly xml?: string;
  readonly text?: string;
}

/** A refusal by the service's own name for it. */
export class Refused extends Error {
  readonly code: string;
  readonly status: number;
  constructor(code: string, message: string, status = 400) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** Writes XML: a list repeats its element, an object holds others. */
export function element(name: string, value: unknown): string {
  if (value === undefined) return "";
  if (Array.isArray(value)) return value.map((each) => element(name, each)).join("");
  if (typeof value !== "object" || value === null) {
    const text = String(value).replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`);
    return `<${name}>${text}</${name}>`;
  }
  const inner = Object.entries(value).map(([key, each]) => element(key, each));
  return `<${name}>${inner.join("")}</${name}>`;
}
