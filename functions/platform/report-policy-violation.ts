import * as z from "zod";
import { Problem } from "../../shared/http/problem.ts";
import { reportPolicyViolation } from "../../shared/platform/calls.ts";
import * as paths from "../../shared/platform/paths.ts";
import { sourceOf } from "../auth/model/source.ts";
import { implement } from "../chain/implement.ts";
import { consumeRate, limits } from "../data/rate.ts";
import { transact } from "../data/table.ts";
import { log } from "../runtime/log.ts";

const text = z.string().max(8000).default("");
/** As `report-uri` sends it. */
const Former = z.object({
  "csp-report": z.object({
    "document-uri": text,
    "effective-directive": text,
    "violated-directive": text,
    "blocked-uri": text,
    "source-file": text,
  }),
});
/** As `report-to` sends it, among reports of other kinds. */
const Present = z.array(z.looseObject({ type: z.string(), body: z.unknown() })).max(100);
const PresentBody = z.object({ documentURL: text, effectiveDirective: text, blockedURL: text, sourceFile: text });

/** What is kept of a report: nothing that its sender could have written freely but the host of an address. */
interface Violation {
  readonly directive: string;
  readonly page: "payment" | "certificate" | "verify" | "other";
  readonly blocked: string;
}

/** What is refused without having an address. */
const kinds = ["inline", "eval", "wasm-eval", "trusted-types-policy", "trusted-types-sink"];

export const handler = implement(reportPolicyViolation, async (_, { request }) => {
  const violations = violationsIn(request.rawBody);
  if (violations.length > 0) {
    await transact([consumeRate("policyViolationsPerSource", sourceOf(request.sourceIp), { by: violations.length })]);
  }
  const { requestId, viewer } = request;
  for (const violation of violations) log("security", "csp_violation", { requestId, viewer, ...violation });
  return { data: { recorded: violations.length } };
});

/** The violations that a body tells, each once. Throws 400 for a body that is no report. */
function violationsIn(body: string): Violation[] {
  const told = reportsIn(body).flatMap(({ document, directive, blocked, source }) => {
    const kept = { directive: directiveOf(directive), page: pageOf(document), blocked: blockedOf(blocked) };
    return isForeign(source) || kept.blocked === undefined ? [] : [{ ...kept, blocked: kept.blocked }];
  });
  const each = new Map(told.map((violation) => [Object.values(violation).join(" "), violation]));
  return [...each.values()].slice(0, limits.policyViolationsPerSource.max);
}

interface Report {
  readonly document: string;
  readonly directive: string;
  readonly blocked: string;
  readonly source: string;
}

function reportsIn(body: string): Report[] {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw new Problem("input.not-json");
  }
  const former = Former.safeParse(value);
  if (former.success) {
    const { "csp-report": told } = former.data;
    const directive = told["effective-directive"] || told["violated-directive"];
    return [{ document: told["document-uri"], directive, blocked: told["blocked-uri"], source: told["source-file"] }];
  }
  const present = Present.safeParse(value);
  if (!present.success) throw new Problem("input.invalid");
  return present.data
    .filter(({ type }) => type === "csp-violation")
    .map(({ body: told }) => {
      const { data } = PresentBody.safeParse(told);
      if (data === undefined) throw new Problem("input.invalid");
      const { documentURL, effectiveDirective, blockedURL, sourceFile } = data;
      return { document: documentURL, directive: effectiveDirective, blocked: blockedURL, source: sourceFile };
    });
}

/** The rule's name, without what `violated-directive` of some browsers adds to it. */
function directiveOf(directive: string): string {
  const name = directive.split(" ", 1)[0]!;
  return /^[a-z][a-z-]{0,40}$/.test(name) ? name : "unknown";
}

function pageOf(document: string): Violation["page"] {
  const path = URL.canParse(document) ? new URL(document).pathname : "";
  if (path.startsWith(paths.pay(""))) return "payment";
  if (path === paths.verify) return "verify";
  return path.startsWith("/c/") ? "certificate" : "other";
}

/** What was refused: its kind, or its origin; undefined for what an extension of the browser wanted. */
function blockedOf(blocked: string): string | undefined {
  if (kinds.includes(blocked)) return blocked;
  if (blocked === "self" || blocked === "") return "self";
  if (!URL.canParse(blocked)) return ["data", "blob", "filesystem"].includes(blocked) ? blocked : "unknown";
  const { protocol, host } = new URL(blocked);
  if (isForeign(blocked)) return undefined;
  return host === "" ? protocol.slice(0, -1).slice(0, 20) : `${protocol}//${host}`.slice(0, 120);
}

/** The address of a browser's own extension: what it does on a page is none of the page's doing. */
const isForeign = (address: string): boolean =>
  /^(?:[a-z-]+-)?extension:/.test(address) || address.startsWith("about:");
