import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { callsOf, contract, type NamedCall } from "../shared/contract.ts";
import { call, type Method, selectorOf, wire } from "../shared/http/call.ts";
import { archivedLists } from "../test/contract/archived.ts";
import { callers, policy } from "../test/contract/authorization.ts";
import { objectCases } from "../test/contract/objects.ts";
import { letterOf, lineOf, wantsCases, writesOfPages } from "../test/contract/wanted.ts";
import { scenes } from "../test/faults/scenes.ts";
import { callRows, columns } from "../test/faults/table.ts";
import { stale } from "../web/api/stale.ts";
import { root } from "./local/prepare.ts";

/** Lines that a call still wants, and where they belong. */
export interface Wanted {
  readonly file: string;
  /** Where in the file, and what to see to. */
  readonly where: string;
  readonly lines: string;
}

/** What a call is like that the contract does not have yet. */
export interface Kind {
  readonly reads?: boolean | undefined;
  /** What it names, such as `credential`; nothing but the organization otherwise. */
  readonly thing?: string | undefined;
}

/** The tables that the guards of `npm run check` read. */
export const tables = { policy, objectCases, archivedLists, callRows, scenes };

const read = (file: string): string => readFileSync(join(root, file), "utf8");
const nameOf = ({ domain, name }: Pick<NamedCall, "domain" | "name">) => `${domain}.${name}`;
const isWrite = ({ call }: NamedCall) => wire(call).method !== "GET";
const fieldsOf = ({ call }: NamedCall) =>
  Object.keys(call.input.shape)
    .filter((field) => field !== selectorOf(call))
    .toSorted();
const idsOf = (named: NamedCall) => fieldsOf(named).filter((field) => field === "key" || field.endsWith("_id"));

const verbOf = (name: string): string => /^[a-z]+/.exec(name)?.[0] ?? name;

/** Those of some calls that are most like one: by whether it writes, by what it names, by domain, verb and fields. */
function nearest(named: NamedCall, among: readonly NamedCall[]): NamedCall[] {
  const likeness = (other: NamedCall) =>
    (isWrite(other) === isWrite(named) ? 16 : 0) +
    (idsOf(other).join() === idsOf(named).join() ? 8 : 0) +
    (other.domain === named.domain ? 4 : 0) +
    (verbOf(other.name) === verbOf(named.name) ? 2 : 0) +
    (fieldsOf(other).join() === fieldsOf(named).join() ? 1 : 0);
  return among
    .filter((other) => nameOf(other) !== nameOf(named))
    .toSorted((one, other) => likeness(other) - likeness(one))
    .filter((other, _, [first]) => likeness(other) === likeness(first!));
}

const sharedFiles = (domain: string) => globSync(`shared/${domain}/*calls.ts`, { cwd: root });
const sharedFileOf = ({ domain, name }: NamedCall): string =>
  sharedFiles(domain).find((file) => new RegExp(`^export const ${name} = `, "m").test(read(file))) ??
  `shared/${domain}/calls.ts`;

/** The entries of a literal in a source, which begin two spaces in. */
export const entriesIn = (file: string, after: string): string[] =>
  read(file)
    .split(after)[1]!
    .split(/\n(?= {2}\S)(?! {2}[}\])])|\n(?=[}\]])/);

/** The shortest of some entries that is of a call like this one, as it would be for this one, and whose it is. */
function entryLike(named: NamedCall, entries: readonly string[], isOf: (entry: string, name: string) => boolean) {
  const all = callsOf().flatMap((other) => {
    const entry = entries.find((each) => isOf(each, nameOf(other)));
    return entry === undefined ? [] : [{ other, entry }];
  });
  const like = nearest(
    named,
    all.map(({ other }) => other),
  );
  const [{ other, entry }] = all
    .filter(({ other }) => like.includes(other))
    .toSorted((one, another) => one.entry.length - another.entry.length) as [(typeof all)[number]];
  return { as: nameOf(other), lines: entry.replace(new RegExp(`\\b${nameOf(other)}\\b`, "g"), nameOf(named)) };
}

/** The first of an organization's people in the tests who may make a call. */
function callerOf({ call }: NamedCall): string {
  const people = { admin: "Ada", issuer: "Ivan", publisher: "Pia", reviewer: "Rita", learner: "Lena", custom: "Cy" };
  const roles = Object.keys(people) as (keyof typeof people)[];
  return people[roles.find((role) => letterOf(call.allow, role) !== "–") ?? "admin"];
}

/** What a call of the contract still wants of the tables, and of files beside them; nothing when it is whole. */
export function wantedOf(
  named: NamedCall,
  { policy, objectCases, archivedLists, callRows, scenes } = tables,
  contractFile = sharedFileOf(named),
): Wanted[] {
  const { domain, name, file, call } = named;
  const full = nameOf(named);
  const wanted: Wanted[] = [];
  const want = (isMissing: boolean, make: () => Wanted) => isMissing && wanted.push(make());

  const handler = `functions/${domain}/${file}.ts`;
  want(!existsSync(join(root, handler)), () => ({
    file: handler,
    where: `a new file; functions/${nearest(named, callsOf()).map(({ domain, file }) => `${domain}/${file}.ts`)[0]} is like it; what is another organization’s is not found`,
    lines: `import { ${name} } from "../../${contractFile}";
import { implement } from "../chain/implement.ts";

/** ${call.summary}. */
export const handler = implement(${name}, async (${isWrite(named) ? "_, { commit }) => commit([], { data: {} }" : ") => ({ data: {} }"}));`,
  }));
  want(!policy.some(({ route }) => route === call.route), () => ({
    file: "test/contract/authorization.tsv",
    where: "as the contract has it: hold it against the rules, letter by letter",
    lines: lineOf(call),
  }));
  want(wantsCases(named, objectCases), () => {
    const entries = entriesIn("test/contract/objects.ts", "export const objectCases");
    const { as, lines } = entryLike(named, entries, (entry, other) => entry.includes(`call: ${other},`));
    return { file: "test/contract/objects.ts", where: `in objectCases, as ${as} has it`, lines };
  });
  const [list, routes = []] = Object.entries(call.whenArchived ? archivedLists[call.whenArchived] : {})[0] ?? [];
  want(list !== undefined && !routes.includes(call.route), () => ({
    file: "test/contract/archived.ts",
    where: `in ${list}`,
    lines: `  "${call.route}",`,
  }));
  want(isWrite(named) && !callRows.some((row) => row.name === full), () => {
    const rows = callRows.map(({ outcomes }) =>
      columns.map((fault) => outcomes[fault as keyof typeof outcomes]).join("\t"),
    );
    const [commonest] = [...Map.groupBy(rows, (row) => row)].toSorted(
      ([, one], [, other]) => other.length - one.length,
    );
    return {
      file: "test/faults/calls.tsv",
      where: `as most calls have it; true when this passes: npx vitest run test/deep/faults.test.ts -t "${full} survives"`,
      lines: `${full}\t${commonest![0]}`,
    };
  });
  want(isWrite(named) && !(full in scenes), () => {
    const entries = entriesIn("test/faults/scenes.ts", "export const scenes");
    const { as, lines } = entryLike(named, entries, (entry, other) => entry.startsWith(`  "${other}":`));
    const where = `in scenes, as ${as} has it: it makes ready what the call needs to succeed once`;
    return { file: "test/faults/scenes.ts", where, lines };
  });
  want(writesOfPages().includes(full) && !(full in stale), () => ({
    file: "web/api/stale.ts",
    where: "in stale: what is asked for again after it",
    lines: `  "${full}": ["${domain}"],`,
  }));
  const isTested = () =>
    globSync(`test/${domain}/*.test.{ts,tsx}`, { cwd: root }).some((test) =>
      new RegExp(`\\b${domain}\\.${name}\\b`).test(read(test)),
    );
  want(
    wanted.length > 0 && !isTested(), // no guard knows how whatever is whole is tested
    () => ({
      file: `test/${domain}/${file}.test.ts`,
      where: "a new file, or beside what belongs to it; the test's name says what is guaranteed",
      lines: `import { expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import { world } from "../support/world.ts";

test("${call.summary.toLowerCase()}", async () => {
  const academy = await world.newOrganization();
  const answer = await academy.as("${callerOf(named)}").call(contract.${full}, {${idsOf(named)
    .map((field) => ` ${field}: "one made by test/support/fixtures" `)
    .join(",")}});
  expect(answer).toMatchObject({ status: 200 });
});`,
    }),
  );
  return wanted;
}

const pascal = (words: string) => words.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The entry in the contract of a call that is not there yet, and the call as the entry would make it. */
export function entryOf(domain: string, name: string, { reads, thing }: Kind): { wanted: Wanted; named: NamedCall } {
  const verb = verbOf(name);
  const rest = name.slice(verb.length);
  const part = rest.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const whose = thing ? `${/^[aeio]/.test(thing) ? "an" : "a"} ${thing.replaceAll("_", " ")}` : "";
  const words = [verb, part && whose ? `the${part} of` : part.trim(), whose].filter(Boolean).join(" ");
  const summary = `${words[0]!.toUpperCase()}${words.slice(1)}`;
  const method: Method = reads ? "GET" : /^(?:remove|delete)/.test(name) ? "DELETE" : thing ? "PUT" : "POST";
  const isPlain = rest !== "" && /^(?:save|set|change|list|read|remove|delete|create|add)$/.test(verb);
  const route = `${method} /${domain}/${(isPlain ? rest : name).toLowerCase()}` as const;
  const field = thing && `${thing}_id`;
  const made = call({
    route,
    summary,
    allow: { permission: "credential:read", within: "organization" },
    input: () => z.object({ organization_id: z.string().optional(), ...(field && { [field]: z.string() }) }),
    output: () => z.object({}),
  });
  const named = callsOf({ [domain]: { [name]: made } })[0]!;
  const withinOne = callsOf().filter(
    ({ call }) => typeof call.allow === "object" && call.allow.within === "organization",
  );
  const like = nearest(named, withinOne)[0]!;
  const { allow } = like.call;
  const permission = typeof allow === "object" ? allow.permission : "";
  const file = like.domain === domain ? sharedFileOf(like) : `shared/${domain}/calls.ts`;
  const lines = `export const ${name} = call({
  route: "${route}",
  summary: "${summary}",
  allow: { permission: "${thing ?? domain}:${verb}", within: "organization" },
  input: () => z.object({ ...organizationSelector${field ? `, ${field}: ${pascal(field)}` : ""} }),
  output: () => data(z.object({})),${field ? '\n  problems: ["resource.not-found"],' : ""}
});`;
  const where = `who may is yours: a permission of its own in shared/permissions.ts, or one that is there; ${nameOf(like)} has ${permission}`;
  return { wanted: { file, where, lines }, named: { ...named, call: { ...made, input: made.input, allow } } };
}

/** The row of a call that is not there yet: who may is decided by whoever adds it, and never copied. */
const undecided =
  ({ call: { route } }: NamedCall) =>
  (each: Wanted): Wanted =>
    each.file === "test/contract/authorization.tsv"
      ? {
          ...each,
          where: "the letter of each role in place of ?",
          lines: [route, ...callers.map(() => "?")].join("\t"),
        }
      : each;

/** `npm run check -- --new <domain>.<call>`: says what the call still wants, ready to be pasted. */
export function newCall(full: string, kind: Kind): string {
  const [domain = "", name = ""] = full.split(".");
  if (!(domain in contract))
    return `There is no domain ${domain}. The domains are ${Object.keys(contract).join(", ")}.`;
  if (!/^[a-z]\w*$/.test(name)) return "Name the call too, such as credential.bookmark.";
  const known = callsOf().find((each) => nameOf(each) === full);
  const { wanted: entry, named } = known ? { wanted: undefined, named: known } : entryOf(domain, name, kind);
  const missing = wantedOf(named, tables, entry?.file);
  const wanted = entry ? [entry, ...missing.map(undecided(named))] : missing;
  if (wanted.length === 0) return `${full} is whole, as far as a guard knows.`;
  const path = `${domain}/${named.file}`;
  const budget = isWrite(named) ? "{ depth: 2, transactions: 1 }" : "{ depth: 2, transactions: 0 }";
  const further = [
    "npm run format, npm run openapi, and then npm run check",
    `test/bin/seed.test.ts, in exceptions, when it reads more than one after another: "${path}": ${budget}, with why`,
    ...("limit" in named.call.input.shape
      ? [`test/bench/growth/lists.ts, in questions: "${path}": { admin: [""] },`]
      : []),
    ...(isWrite(named) ? [`web/api/stale.ts, once a page has it: "${full}": ["${domain}"],`] : []),
    "its events, needs, problems, screen and rule: functions/README.md, “Add a call”, 2 to 9",
  ];
  return [
    ...wanted.map(({ file, where, lines }) => `== ${file}\n   (${where})\n${lines}\n`),
    "== Further",
    ...further.map((each) => `- ${each}`),
  ].join("\n");
}
