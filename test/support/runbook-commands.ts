import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runbookContents, runbooks } from "./runbooks.ts";

/** A command that a page of the runbooks has typed. */
export interface PageCommand {
  readonly page: string;
  /** As it stands on the page. */
  readonly text: string;
  /** What stands before it: `TABLE_NAME=…`. */
  readonly environment: Readonly<Record<string, string>>;
  readonly words: readonly string[];
}

/** The commands of the pages, of programs that begin so, with what stands in pointed brackets or before `…` filled in. */
export function commandsIn(
  pages: ReadonlyMap<string, string>,
  program: RegExp,
  filled: Readonly<Record<string, string>> = {},
): PageCommand[] {
  const fill = (word: string) =>
    Object.entries(filled).reduce((text, [placeholder, value]) => text.replaceAll(placeholder, value), word);
  return [...pages].flatMap(([page, section]) =>
    [...section.matchAll(/`((?:[A-Z_]+=[^ `]+ )*)([a-z]+ [^`]+)`/g)]
      .filter(([, , command]) => program.test(command!))
      .map(([, before, command]) => ({
        page,
        text: `${before}${command}`,
        environment: Object.fromEntries(
          before!.split(" ").flatMap((each) => (each ? [fill(each).split("=") as [string, string]] : [])),
        ),
        words: command!
          .match(/'[^']*'|"[^"]*"|<[^>]+>|\S+/g)!
          .map((word) => fill(word.replace(/^(['"])(.*)\1$/, "$2"))),
      })),
  );
}

/** The program of bin/operate that a command of ours starts, and its words. */
export function programOf({ text, words }: Pick<PageCommand, "text" | "words">): [string, ...string[]] {
  const [, , script, dashes, ...rest] = words;
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"));
  const [, program] = /\bbin\/operate\/([\w-]+)\.ts$/.exec(scripts[script ?? ""] ?? "") ?? [];
  const unsaid = rest.find((word) => /<[^>]+>/.test(word));
  if (unsaid !== undefined) throw new Error(`What ${unsaid} is in ${text} is not said.`);
  if (program === undefined || (dashes ?? "--") !== "--") throw new Error(`${text} is no command that there is.`);
  return [program, ...rest];
}

/**
 * The program of a command that a page has typed just so, and its words, filled as in {@link commandsIn}: whoever runs it runs
 * what operators type. Throws where no page has it.
 */
export function asTyped(text: string, filled: Readonly<Record<string, string>> = {}): [string, ...string[]] {
  const pages = new Map([...runbooks, ["README", runbookContents]]);
  const typed = commandsIn(pages, /^npm run/, filled).find((each) => each.text === text);
  if (typed === undefined) throw new Error(`No page of the runbooks has ${text}.`);
  return programOf(typed);
}

/** Of a structure in the SDK's models, after its name and traits: its members, of what forms, and how many of them must be given. */
type Structure = readonly [members: readonly string[], forms: unknown, required?: number];

/** The package of the SDK for what `aws` calls a service. */
const packages: Readonly<Record<string, string>> = { "cognito-idp": "cognito-identity-provider" };
/** What every command of `aws` takes. */
const ofTheTool = ["query", "output", "cli-binary-format", "region"];
/** What AWS's reference says of operations whose service's package is not among ours, in the form of the models. */
const fromReference: Readonly<Record<string, Readonly<Record<string, Structure>>>> = {
  guardduty: { "send-object-malware-scan": [["S3Object"], []] },
};

/**
 * What the models of AWS have against a command of `aws`: an operation or option that there is not, or one that is missing.
 * Not of commands that are the tool's own (`aws s3 cp`).
 */
export async function faultsOfAws({ words: [, service = "", ...rest] }: PageCommand): Promise<string[]> {
  if (service === "s3") return ["cp", "sync"].includes(rest[0]!) ? [] : [`s3 has no ${rest[0]}`];
  const [operation = ""] = rest[0] === "wait" ? rest.slice(1) : rest;
  const told = fromReference[service];
  if (told !== undefined)
    return told[operation] ? faultsIn(operation, told[operation], rest) : [`${service} has no ${operation}`];
  const sdk = await import(`@aws-sdk/client-${packages[service] ?? service}`);
  const isWait = rest[0] === "wait";
  if (isWait && !(`waitUntil${pascal(operation)}` in sdk)) return [`${service} waits for no ${operation}`];
  const Command = sdk[isWait ? "DescribeTableCommand" : `${pascal(operation)}Command`];
  if (Command === undefined) return [`${service} has no ${operation}`];
  return faultsIn(operation, new Command({}).schema[4]().slice(4), rest);
}

function faultsIn(operation: string, [members, , required = 0]: Structure, rest: readonly string[]): string[] {
  const known = members.map((each) => each.toLowerCase());
  const given = rest.filter((word) => word.startsWith("--")).map((word) => word.slice(2));
  const options = given.filter((each) => !ofTheTool.includes(each)).map((each) => each.replace(/^no-|-/g, ""));
  return [
    ...options.filter((each) => !known.includes(each)).map((each) => `${operation} takes no ${each}`),
    ...known
      .slice(0, required)
      .filter((each) => !options.includes(each))
      .map((each) => `${operation} lacks ${each}`),
  ];
}

const pascal = (kebab: string): string => kebab.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
