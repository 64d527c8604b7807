import { describe, expect, test } from "vitest";
import { problems } from "../../shared/http/problems.ts";
import { type Piece, readSource, sourcePaths } from "../support/sources.ts";

const sources = sourcePaths().map(readSource);

/** Words that stood in names, and what a reader of DynamoDB, AWS and React knows the thing as. */
const gone: Readonly<Record<string, string>> = {
  together: "transact",
  beside: "alsoRead, prefetch",
  besides: "alsoRead, prefetch",
  telling: "notification",
  tellings: "notifications",
  duty: "deadline",
  duties: "deadlines",
  dues: "deadlines",
  findable: "searchEntry",
  spaces: "searchIndexes",
  announce: "publishEvents, replayEvents",
  announced: "publishEvents, replayEvents",
  patience: "clientTimeouts",
  slowly: "clientTimeouts",
  plainly: "clientDefaults",
  steady: "resilient",
  carefully: "resilient",
  clockwork: "scheduled",
  trail: "archiveAudit",
  untold: "explainUnsettled",
  forged: "rejectBadSignature",
  demand: "require",
  surroundings: "context, outside",
  figure: "metric",
  figures: "metrics",
  fact: "event, field, detail",
  facts: "events, fields, details",
};
/** Whole names that went, whose words are fine in others. */
const goneWhole: Readonly<Record<string, string>> = {
  getMany: "batchGet",
  getTogether: "transactGet",
  Reading: "alsoRead, prefetch",
  Care: "Policy",
  useHandOut: "useExport",
  shortErrors: "nothing: esbuild's own setting",
  byClock: "scheduled",
};
/** Names that keep one of these words, and why. */
const kept: Readonly<Record<string, string>> = {};

/** The words of a name: `batchGetItem`, `BATCH_GET_ITEM` and `batch-get-item` alike. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);

const replacementOf = (name: string): string | undefined =>
  Object.hasOwn(kept, name)
    ? undefined
    : Object.hasOwn(goneWhole, name)
      ? goneWhole[name]
      : wordsOf(name).flatMap((word) => (Object.hasOwn(gone, word) ? [gone[word]] : []))[0];

const faultsIn = (pieces: readonly Piece[]): string[] => [
  ...new Set(
    pieces.flatMap(({ text, at }) => {
      const better = replacementOf(text);
      return better === undefined ? [] : [`${at}: call ${text} in the field's words: ${better}.`];
    }),
  ),
];

describe("private words do not come back", () => {
  test("the names of a source are found at all", () => {
    const { identifiers, exported } = sources.find(({ path }) => path === "functions/data/transition.ts")!;
    expect(identifiers.map(({ text }) => text)).toEqual(expect.arrayContaining(["Entity", "listings", "moving"]));
    expect(exported).toContain("transition");
    expect(replacementOf("openDuties")).toBe("deadlines");
    expect(replacementOf("keep-trail")).toBe("archiveAudit");
    expect(replacementOf("residual")).toBeUndefined();
  });
  test("as a name in a source", () => {
    expect(sources.flatMap(({ identifiers }) => faultsIn(identifiers))).toEqual([]);
  });
  test("as the name of a file or folder", () => {
    const parts = sources.flatMap(({ path }) => path.split("/").map((text) => ({ text, at: path })));
    expect(faultsIn(parts)).toEqual([]);
  });
  test("as a code on the wire", () => {
    const said = sources
      .flatMap(({ strings }) => strings)
      .filter(({ text }) => /^thing\.|^[a-z]+\.[a-z-]*-away$/.test(text));
    expect(said.map(({ text, at }) => `${at}: ${text}; say resource.… or …-unavailable`)).toEqual([]);
    expect(Object.keys(problems).filter((code) => /^thing\.|-away$/.test(code))).toEqual([]);
  });
  test("and every exception is still needed", () => {
    const names = new Set(sources.flatMap(({ identifiers }) => identifiers.map(({ text }) => text)));
    expect(Object.keys(kept).filter((name) => !names.has(name))).toEqual([]);
  });
});
