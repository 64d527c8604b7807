import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../../bin/local/prepare.ts";
import { problems } from "../../shared/http/problems.ts";
import { eventTypes } from "../../shared/platform/events.ts";

const functions = join(root, "functions");
const sources = readdirSync(functions, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => [`functions/${name}`, readFileSync(join(functions, name), "utf8")] as const);
const domains = new Set(Object.keys(eventTypes).map((type) => type.split(".")[0]));

/** The types of audit events that a text writes: what it hands to `audit`, and every text that looks like one. */
function typesIn(text: string): string[] {
  const handedOver = [...text.matchAll(/\baudit\(\s*"([^"]+)"/g)].map(([, type]) => type!);
  const alike = [...text.matchAll(/"([a-z]+)\.([a-z]+(?:-[a-z]+)*)"/g)]
    .filter(([, domain]) => domains.has(domain!))
    .map(([, domain, what]) => `${domain}.${what}`)
    .filter((type) => !Object.hasOwn(problems, type));
  return [...new Set([...handedOver, ...alike])];
}

/** What is still to be written, for each type of event that is not in the table. */
const unlisted = (texts: readonly (readonly [file: string, text: string])[]): string[] =>
  texts.flatMap(([file, text]) =>
    typesIn(text)
      .filter((type) => !Object.hasOwn(eventTypes, type))
      .map(
        (type) =>
          `${file} writes ${type}, which is no event: add it to eventTypes in shared/platform/events.ts, with the ids it carries and the queues that hear of it.`,
      ),
  );

describe("the table of events", () => {
  test("lists every type that a function writes", () => {
    expect(sources.flatMap(([, text]) => typesIn(text)).length).toBeGreaterThan(100);
    expect(unlisted(sources)).toEqual([]);
  });

  test("lists none that nothing writes", () => {
    const hearers = /^functions\/platform\/(?:model\/(?:notifications|mails|event-context)|count-analytics)/;
    const writers = sources.filter(([file]) => !hearers.test(file)).map(([, text]) => text);
    const operators = ["correct", "copy-organization"].map((name) =>
      readFileSync(join(root, `bin/operate/${name}.ts`), "utf8"),
    );
    const written = [...writers, ...operators].join();
    const unwritten = Object.keys(eventTypes).filter((type) => !written.includes(`"${type}"`));
    expect(unwritten.map((type) => `${type}: write it with the change it tells of, or take it out`)).toEqual([]);
  });

  test("a type that is not listed is told with the file to change", () => {
    const text = 'const steps = [audit(\n  "bookmark.added", { cred_id })];';
    expect(unlisted([["functions/credential/bookmark.ts", text]])).toEqual([
      expect.stringMatching(
        /^functions\/credential\/bookmark\.ts writes bookmark\.added,.*shared\/platform\/events\.ts/,
      ),
    ]);
    expect(unlisted([["functions/credential/share.ts", '["credential.shared"]']])).toHaveLength(1);
  });

  test("names only ids, numbers, times and words of the contract", () => {
    const fields = Object.values(eventTypes).flatMap(({ fields }) => fields.map((field) => field.replace(/\?$/, "")));
    expect(
      fields.filter(
        (field) => !/(_id|^roles?|^method|^purchase|^round|_digests|_version|_on|cents|minutes|_days)$/.test(field),
      ),
    ).toEqual([]);
  });
});
