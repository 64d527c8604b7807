import { globSync, readFileSync } from "node:fs";
import { callsOf, type NamedCall } from "../../shared/contract.ts";
import { type Call, namesThing } from "../../shared/http/call.ts";
import { type Holders, permissions, type Role } from "../../shared/permissions.ts";
import { callers, letterOfReach } from "./authorization.ts";
import { type ObjectCases, objectCases, withoutCases } from "./objects.ts";

/** The letter the contract gives a role for a call, as the table of authorization writes it. */
export function letterOf(allow: Call["allow"], role: Role): string {
  if (allow === "anyone") return "✓";
  if (allow === "signature" || (allow === "member" && role === "superadmin")) return "–";
  if (typeof allow === "string") return "s";
  const held = (permissions[allow.permission] as Holders)[role];
  if (held === undefined) return "–";
  return typeof held === "string" ? letterOfReach[held] : `C:${[...held].join("/")}`;
}

/** A call's line in the table of authorization as the contract has it, for whoever compares it with the rules. */
export function lineOf({ route, allow }: Pick<Call, "route" | "allow">): string {
  const nobody = allow === "anyone" ? "✓" : allow === "signature" ? "sig" : "–";
  return [route, ...callers.map((who) => (who === "nobody" ? nobody : letterOf(allow, who)))].join("\t");
}

/** Whether a call names a thing, and has neither cases for it nor a reason for none. */
export function wantsCases({ call }: Pick<NamedCall, "call">, cases: readonly ObjectCases[] = objectCases): boolean {
  if (typeof call.allow === "string" || call.allow.within !== "organization") return false;
  if (!namesThing(call) && !("key" in call.input.shape)) return false;
  return !(call.route in withoutCases) && cases.every((each) => each.call.route !== call.route);
}

/** POST, because what they ask by does not belong into an address; they change nothing. */
const readByPost = ["auth.validateSignup", "auth.validatePasswordReset"];

/** The sources of the portal beside its client, with their texts. */
export const pageSources = globSync("web/**/*.{ts,tsx}")
  .filter((file) => !file.startsWith("web/api/"))
  .map((file) => [file, readFileSync(file, "utf8")] as const);

/** The calls by which a page changes something, by `domain.name`: those that `web/api/stale.ts` has. */
export function writesOfPages(): string[] {
  const used = new Set(
    pageSources.flatMap(([, text]) =>
      [...text.matchAll(/\bapi\.(\w+)\.(\w+)\b/g)].map(([, domain, name]) => `${domain}.${name}`),
    ),
  );
  return callsOf()
    .filter(({ call }) => !call.route.startsWith("GET ") || call.answers !== undefined)
    .map(({ domain, name }) => `${domain}.${name}`)
    .filter((name) => used.has(name) && !readByPost.includes(name));
}
