import type { IncomingMessage, ServerResponse } from "node:http";
import type { CorsRule } from "../../cloud/resources/s3.ts";

const matches = (pattern: string, text: string) =>
  new RegExp(`^${pattern.replace(/[^\w*]/g, "\\$&").replaceAll("*", ".*")}$`, "i").test(text);

function ruleFor(rules: readonly CorsRule[], origin: string, method: string): CorsRule | undefined {
  return rules.find(
    ({ AllowedOrigins, AllowedMethods }) =>
      AllowedOrigins.some((pattern) => matches(pattern, origin)) && AllowedMethods.includes(method),
  );
}

/** Tells the browser that the answer may be read, where a rule of the bucket says so. */
export function allowOrigin(rules: readonly CorsRule[], request: IncomingMessage, response: ServerResponse): void {
  const { origin } = request.headers;
  const rule = origin === undefined ? undefined : ruleFor(rules, origin, request.method!);
  if (rule === undefined) return;
  response.setHeader("access-control-allow-origin", rule.AllowedOrigins.includes("*") ? "*" : origin!);
  response.setHeader("vary", "Origin, Access-Control-Request-Headers, Access-Control-Request-Method");
  if (rule.ExposedHeaders.length > 0) {
    response.setHeader("access-control-expose-headers", rule.ExposedHeaders.join(", "));
  }
}

/** Answers what a browser asks before a request to another origin. */
export function answerPreflight(rules: readonly CorsRule[], request: IncomingMessage, response: ServerResponse): void {
  const { origin = "", "access-control-request-method": method = "" } = request.headers;
  const wanted = String(request.headers["access-control-request-headers"] ?? "");
  const names = wanted.split(",").flatMap((name) => name.trim() || []);
  const rule = ruleFor(rules, origin, method);
  const allowed = rule && names.every((name) => rule.AllowedHeaders.some((pattern) => matches(pattern, name)));
  if (!allowed) {
    const message = "CORSResponse: This CORS request is not allowed.";
    response.writeHead(403, { "content-type": "application/xml" });
    response.end(`<Error><Code>AccessForbidden</Code><Message>${message}</Message></Error>`);
    return;
  }
  response.writeHead(200, {
    "access-control-allow-origin": rule.AllowedOrigins.includes("*") ? "*" : origin,
    "access-control-allow-methods": rule.AllowedMethods.join(", "),
    ...(names.length > 0 && { "access-control-allow-headers": names.join(", ") }),
    ...(rule.MaxAge !== undefined && { "access-control-max-age": String(rule.MaxAge) }),
    vary: "Origin, Access-Control-Request-Headers, Access-Control-Request-Method",
  });
  response.end();
}
