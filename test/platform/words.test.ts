import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { problems } from "../../shared/http/problems.ts";
import { type Piece, readSource, sourcePaths } from "../support/sources.ts";

const sources = sourcePaths().map(readSource);

/** Words that names were made of, and what the field calls the thing. */
const gone = new Map([
  ["together", "transact"],
  ["beside", "alsoRead, prefetch"],
  ["besides", "alsoRead, prefetch"],
  ["telling", "notification"],
  ["tellings", "notifications"],
  ["duty", "deadline"],
  ["duties", "deadlines"],
  ["dues", "deadlines"],
  ["findable", "searchEntry"],
  ["spaces", "searchIndexes"],
  ["announce", "publishEvents, replayEvents"],
  ["announced", "published"],
  ["patience", "timeout"],
  ["slowly", "largeObjectTimeouts"],
  ["plainly", "clientDefaults"],
  ["steady", "resilient"],
  ["carefully", "resilient"],
  ["clockwork", "scheduled"],
  ["trail", "audit"],
  ["untold", "unsettled"],
  ["forged", "badSignature"],
  ["demand", "require"],
  ["demanded", "required"],
  ["surroundings", "context"],
  ["figure", "metric, amount"],
  ["figures", "metrics, amounts"],
  ["fact", "event, field, detail"],
  ["facts", "events, fields, details"],
]);
/** Whole names that went, of words that are fine in others. */
const goneWhole = new Map([
  ["getMany", "batchGet"],
  ["getTogether", "transactGet"],
  ["Reading", "alsoRead, prefetch"],
  ["Care", "Policy"],
  ["useHandOut", "useExport"],
  ["shortErrors", "nothing: messages stay whole"],
]);
/** Names that keep such a word, and why. */
const kept = new Map([
  ["GuardDutyMalwareScanStatus", "the tag is GuardDuty's own"],
  ["RotateKeyOnDemand", "the operation is KMS's own"],
  ["RotateKeyOnDemandCommand", "and its client's"],
]);

/** The words of a name: `batchGetItem`, `BATCH_GET_ITEM` and `batch-get-item` alike. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);

const replacementOf = (name: string): string | undefined =>
  kept.has(name) ? undefined : (goneWhole.get(name) ?? wordsOf(name).flatMap((word) => gone.get(word) ?? [])[0]);

const faultsIn = (pieces: readonly Piece[]): string[] =>
  pieces.flatMap(({ text, at }) => {
    const better = replacementOf(text);
    return better === undefined ? [] : [`${at}: ${text} is no word of the field. Call it by what it is: ${better}.`];
  });

describe("private words do not come back", () => {
  test("are looked for in every name", () => {
    const { identifiers, exported } = sources.find(({ path }) => path === "functions/data/transition.ts")!;
    expect(identifiers.map(({ text }) => text)).toEqual(expect.arrayContaining(["entity", "listings", "relist"]));
    expect(exported).toContain("transition");
    expect(["openDuties", "DUTIES_MAX", "by-duties.ts"].map(replacementOf)).toEqual(Array(3).fill("deadlines"));
    expect(replacementOf("getMany")).toBe("batchGet");
    expect(["residues", "reading", "getManyRows"].map(replacementOf)).toEqual([undefined, undefined, undefined]);
  });
  test("as a name in a source", () => {
    expect(sources.flatMap(({ identifiers }) => faultsIn(identifiers))).toEqual([]);
  });
  test("as the name of a file or folder", () => {
    const parts = sources.flatMap(({ path }) => path.split("/").map((text) => ({ text, at: path })));
    expect(faultsIn(parts)).toEqual([]);
  });
  test("as a code on the wire", () => {
    const codes = [
      ...sources.flatMap(({ strings }) => strings),
      ...Object.keys(problems).map((text) => ({ text, at: "" })),
    ];
    const wrong = codes.filter(({ text }) => /^thing\.[a-z-]+$|^[a-z]+\.[a-z-]*-away$/.test(text));
    expect(wrong.map(({ text, at }) => `${at}: say resource.… or …-unavailable instead of ${text}.`)).toEqual([]);
  });
  test("and every exception is still needed", () => {
    const names = new Set(sources.flatMap(({ identifiers }) => identifiers.map(({ text }) => text)));
    expect([...kept.keys()].filter((name) => !names.has(name))).toEqual([]);
  });
});

test("somebody is 'they' in comments, on screens and in documents", () => {
  const documents = globSync(["README.md", "lib/runbooks.md", "shared/**/README.md"]).flatMap((path) =>
    readFileSync(path, "utf8")
      .split("\n")
      .map((text, line) => ({ text, at: `${path}:${line + 1}` })),
  );
  const screens = sources.filter(({ path }) => path.startsWith("web/"));
  const said = [
    ...sources.flatMap(({ comments }) => comments),
    ...screens.flatMap(({ strings, shown }) => [...strings, ...shown]),
    ...documents,
  ];
  const wrong = said.filter(({ text }) => /\b(?:he|him|his|himself)\b/i.test(text));
  expect(wrong.map(({ text, at }) => `${at}: say they, them, their: ${text.trim()}`)).toEqual([]);
});
