import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { synthesizedApp } from "../../bin/local/prepare.ts";
import { background } from "../../lib/background.ts";
import { actionsDirectory, countedCall } from "../support/world/actions.ts";

interface Statement {
  readonly Action: string | readonly string[];
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
interface Resource {
  readonly Type: string;
  readonly Properties: {
    readonly FunctionName?: string;
    readonly Role?: { readonly "Fn::GetAtt"?: readonly string[] };
    readonly Policies?: readonly {
      readonly PolicyDocument: { readonly Statement: readonly Statement[] };
    }[];
  };
}

/** Workers and schedules, by the names that their functions have. */
const workers = new RegExp(Object.keys(background).join("|").replaceAll("/", "-"));

/** What no function of a run asks for itself although it is needed, and why. */
const excused: readonly { readonly action: RegExp; readonly of: RegExp; readonly because: string }[] = [
  {
    action: /^s3:GetObject(Version)?$/,
    of: /file-download|download-evidence|list-exports/,
    because: "signs addresses that people fetch",
  },
  {
    action: /^s3:GetObjectTagging$/,
    of: /file-download|download-evidence/,
    because: "files of before have no version",
  },
  { action: /^s3:PutObject$/, of: /file-(upload|sign-parts)/, because: "signs addresses that people send to" },
  {
    action: /^s3:ListBucket$/,
    of: /file-(confirm|complete-parts|read-parts)|list-people/,
    because: "tells a missing object from a forbidden one",
  },
  {
    action: /^s3:GetObject$/,
    of: /file-(read|complete)-parts/,
    because: "looks for what a request that died has joined",
  },
  { action: /^s3:GetObject$/, of: /write-exports/, because: "looks for what a former run has finished" },
  { action: /^secretsmanager:/, of: /payment/, because: "kept in memory, which all functions share locally" },
  { action: /^kms:/, of: /badg/, because: "the account's token is kept in memory, likewise" },
  {
    action: /^dynamodb:.*(Stream|Records|Iterator)/,
    of: workers,
    because: "Lambda reads the stream with the role",
  },
  { action: /^sqs:(Change|Delete|Get|Receive)/, of: workers, because: "Lambda reads the queue with the role" },
  { action: /^sqs:SendMessage$/, of: workers, because: "sends anew what has to wait, and what failed for good" },
  { action: /^cognito-idp:/, of: /erase-people/, because: "retires an account that could not be retired at once" },
  { action: /^cognito-idp:AdminDeleteUser$/, of: /signup/, because: "undoes an account that was left half made" },
  {
    action: /^writing/,
    of: /export-(applicants|scech|list)/,
    because: "lists too long for an answer become an export",
  },
  {
    action: /^writing/,
    of: /payment-capture-paypal-order/,
    because: "PayPal's webhook may have told the same before",
  },
  { action: /^writing/, of: /review-create/, because: "makes what submitting has made already" },
];

const steps = ["PutItem", "UpdateItem", "DeleteItem", "ConditionCheckItem", "TransactWriteItems"];
/** The table is granted for reading, or for reading and writing. */
const broad = (action: string): string =>
  steps.includes(action.replace("dynamodb:", ""))
    ? "writing the table"
    : /^dynamodb:(GetItem|BatchGetItem|Query)$/.test(action)
      ? "reading the table"
      : action;

/** A reading function may count calls and write nothing else: its grant names the keys. */
const actionsOf = ({ Action, Condition }: Statement): string[] =>
  JSON.stringify(Condition ?? {}).includes("LeadingKeys") ? [countedCall] : [Action].flat().map(broad);

/**
 * Compares what the functions asked of AWS in all worlds of a whole run with what their roles grant: what was not granted
 * AWS would refuse, and what was never used is too much. Run at the end of `npm test`.
 */
const granted = new Map<string, Set<string>>();
const assembly = await synthesizedApp();
for (const file of readdirSync(assembly).filter((name) => name.endsWith(".template.json"))) {
  const template = JSON.parse(readFileSync(join(assembly, file), "utf8")) as { Resources?: Record<string, Resource> };
  const resources = template.Resources ?? {};
  for (const { Type, Properties } of Object.values(resources)) {
    const role = resources[Properties?.Role?.["Fn::GetAtt"]?.[0] ?? ""];
    if (Type !== "AWS::Lambda::Function" || !Properties.FunctionName || !role) continue;
    const statements = (role.Properties.Policies ?? []).flatMap((policy) => policy.PolicyDocument.Statement);
    granted.set(Properties.FunctionName, new Set(statements.flatMap(actionsOf)));
  }
}

const used = new Map<string, Set<string>>();
const written = readdirSync(actionsDirectory, { recursive: true, encoding: "utf8" }); // of several machines, a folder each
for (const file of written.filter((name) => name.endsWith(".json"))) {
  const lists = JSON.parse(readFileSync(join(actionsDirectory, file), "utf8")) as Record<string, string[]>;
  for (const [name, actions] of Object.entries(lists)) {
    used.set(name, new Set([...(used.get(name) ?? []), ...actions.map(broad)]));
  }
}

const someCounted = [...used].some(
  ([name, actions]) => !granted.get(name)?.has("writing the table") && actions.has(countedCall),
);

function faultsOf(name: string, allowed: ReadonlySet<string>): string[] {
  const asked = used.get(name) ?? new Set<string>();
  const isUsed = (action: string) =>
    asked.has(action) ||
    (action === countedCall && someCounted) || // chance draws the calls that are counted, whichever they are
    (action === "reading the table" && asked.has("writing the table")) ||
    excused.some((excuse) => excuse.action.test(action) && excuse.of.test(name));
  const isAllowed = (action: string) =>
    allowed.has(action) || (action === countedCall && allowed.has("writing the table"));
  return [
    ...[...asked].filter((action) => !isAllowed(action)).map((action) => `${name} lacks ${action}`),
    ...[...allowed].filter((action) => !isUsed(action)).map((action) => `${name} never uses ${action}`),
  ];
}

const faults = [...granted].flatMap(([name, allowed]) => faultsOf(name, allowed));
for (const fault of faults) console.log(`   ${fault}`);
console.log(`   ${granted.size} functions, ${used.size} of them used, ${faults.length} faults`);
process.exitCode = faults.length > 0 || used.size === 0 ? 1 : 0;
