import { readFileSync, statSync } from "node:fs";
import { parseArgs } from "node:util";
import { limitedAsk } from "../../shared/certificate/verify/ask.ts";
import { linkIn, readFile, readLink } from "../../shared/certificate/verify/input.ts";
import { type Reason, Refusal, type Verification } from "../../shared/certificate/verify/verdict.ts";
import { refused, verify } from "../../shared/certificate/verify/verify.ts";
import { viewOf } from "../../shared/certificate/verify/view.ts";

const usage = `npm run verify -- <file or link> [--offline] [--as-of 2026-05-31] [--json] [--localhost]

Verifies an Open Badges credential: a JSON file, a badge image with a credential in it (PNG or SVG), a continuity package
(zip), or a link to one of them. It asks the hosts that the credential names, and nobody else.

  --offline   asks nobody: what a continuity package does not hold is unreachable
  --as-of     judges for the end of that day (UTC), or for a moment such as 2026-05-31T12:00:00Z
  --json      prints the whole result as JSON
  --localhost lets an issuer on this machine be asked, as the one that npm start runs; a link to it does so by itself

Exit codes: valid 0, expired 10, not-yet-valid 11, revoked 12, replaced 13, altered 14, wrong-key 15, unknown-issuer 16,
unreachable 17, malformed 18; 2 when this command was not understood.`;

const exitCodes: Readonly<Record<Reason, number>> = {
  valid: 0,
  expired: 10,
  "not-yet-valid": 11,
  revoked: 12,
  replaced: 13,
  altered: 14,
  "wrong-key": 15,
  "unknown-issuer": 16,
  unreachable: 17,
  malformed: 18,
};
const fileBytesMax = 30_000_000;

/** What the operator can mend: one sentence, no stack. */
class NotUnderstood extends Error {}

interface Arguments {
  readonly given: string;
  readonly offline: boolean;
  readonly json: boolean;
  readonly localhost: boolean;
  readonly asOf?: Date;
}

async function main(): Promise<void> {
  const { json, ...request } = readArguments();
  const verification = await judge(request);
  console.log(json ? JSON.stringify(verification, null, 2) : textOf(verification));
  process.exitCode = exitCodes[verification.reason];
}

async function judge({ given, offline, asOf, ...others }: Omit<Arguments, "json">): Promise<Verification> {
  const link = linkIn(given);
  const localhost = others.localhost || (link !== undefined && new URL(link).hostname === "localhost");
  const ask = limitedAsk(fetch);
  if (link !== undefined && offline) throw new NotUnderstood("A link cannot be verified offline: give a file.");
  try {
    const { document, ...came } =
      link === undefined ? await readFile(bytesOf(given)) : await readLink(link, ask, { localhost });
    return await verify(document, { ...came, localhost, ...(!offline && { ask }), ...(asOf && { asOf }) });
  } catch (error) {
    if (error instanceof Refusal) return refused(error, asOf);
    throw error;
  }
}

function bytesOf(path: string): Uint8Array {
  const file = statSync(path, { throwIfNoEntry: false });
  if (!file?.isFile()) throw new NotUnderstood(`There is no file ${path}.`);
  if (file.size > fileBytesMax) throw new NotUnderstood(`${path} is larger than 30 MB.`);
  return Uint8Array.from(readFileSync(path));
}

const signs = { passed: "✓", failed: "✗", unknown: "?", note: "·" } as const;

function textOf({ reason, sentence, checks, document, replacedBy }: Verification): string {
  const view = document && viewOf(document);
  const about = view
    ? [`${view.title}${view.holder ? `, held by ${view.holder}` : ""}`, `${view.issuer} (${view.issuerId})`, ""]
    : [];
  const findings = (view?.findings ?? []).map(({ name, outcome }) => `    ${name}: ${outcome}`);
  return [
    `${reason}: ${sentence}`,
    ...(replacedBy ? [`It is replaced by ${replacedBy}`] : []),
    "",
    ...about.map(printable),
    ...checks.map(({ outcome, sentence }) => `  ${signs[outcome]} ${printable(sentence)}`),
    ...(findings.length > 0
      ? ["", "  What its review found, as the credential says:", ...findings.map(printable)]
      : []),
  ].join("\n");
}

/** Without what would steer the terminal. */
const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]/gu, "");

function readArguments(): Arguments {
  const { values, positionals } = parsed();
  const [given, ...others] = positionals;
  if (values.help === true || given === undefined || others.length > 0) throw new NotUnderstood(usage);
  const asOf = values["as-of"];
  const { offline, json, localhost } = values;
  return { given, offline, json, localhost, ...(asOf !== undefined && { asOf: momentOf(asOf) }) };
}

function parsed() {
  const options = {
    offline: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    localhost: { type: "boolean", default: false },
    "as-of": { type: "string" },
    help: { type: "boolean" },
  } as const;
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new NotUnderstood(`${(error as Error).message}\n\n${usage}`);
  }
}

function momentOf(text: string): Date {
  const moment = new Date(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T23:59:59Z` : text);
  if (Number.isNaN(moment.getTime()) || !/Z$|[+-]\d\d:\d\d$|^\d{4}-\d\d-\d\d$/.test(text))
    throw new NotUnderstood(
      `--as-of takes a day such as 2026-05-31, or a moment with its time zone; ${text} is neither.`,
    );
  if (moment.getTime() > Date.now() + 86_400_000)
    throw new NotUnderstood(`--as-of takes no day to come, as ${text} is.`);
  return moment;
}

main().catch((error) => {
  console.error(error instanceof NotUnderstood ? error.message : error);
  process.exitCode = 2;
});
