import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../bin/local/prepare.ts";
import { entriesIn, newCall, tables, wantedOf } from "../../bin/new-call.ts";
import { callsOf } from "../../shared/contract.ts";
import { callRowsIn, sceneFaults, tableFaults, writingCalls } from "../faults/table.ts";
import { archivedLists } from "./archived.ts";
import { policyIn, policyOf } from "./authorization.ts";

/** The module that a source would be with another text, made where nothing else reads it. */
async function moduleOf<Module>(file: string, text: string): Promise<Module> {
  const directory = join(root, ".cache/new-call", String(process.pid));
  const copy = join(directory, file.replaceAll("/", "-"));
  mkdirSync(directory, { recursive: true });
  const from = (_: string, path: string) => `from "${resolve(root, dirname(file), path)}"`;
  writeFileSync(copy, text.replace(/from "(\.[^"]+)"/g, from));
  try {
    return await import(copy);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

test("nothing is missing of any call of the contract", () => {
  expect(callsOf().flatMap((named) => wantedOf(named))).toEqual([]);
  expect(newCall("credential.copy", {})).toBe("credential.copy is whole, as far as a guard knows.");
});

test("what is told of a call whose rows are gone satisfies the guards once it is pasted", async () => {
  const named = callsOf().find(({ domain, name }) => domain === "webhook" && name === "remove")!;
  const { route } = named.call;
  const { "webhook.remove": _, ...scenes } = tables.scenes;
  const without = {
    policy: tables.policy.filter((row) => row.route !== route),
    objectCases: tables.objectCases.filter(({ call }) => call.route !== route),
    archivedLists: {
      ...archivedLists,
      allowed: { openWhenArchived: archivedLists.allowed.openWhenArchived!.filter((each) => each !== route) },
    },
    callRows: tables.callRows.filter(({ name }) => name !== "webhook.remove"),
    scenes,
  };
  const wanted = wantedOf(named, without);
  expect(wanted.map(({ file }) => file)).toEqual([
    "test/contract/authorization.tsv",
    "test/contract/objects.ts",
    "test/contract/archived.ts",
    "test/faults/calls.tsv",
    "test/faults/scenes.ts",
  ]);
  /** A file without the call's lines, and with those told instead. */
  const pasted = (file: string, gone: (text: string) => string, opening: RegExp) => {
    const text = readFileSync(join(root, file), "utf8");
    const less = text.replace(gone(text), "");
    expect(less.length).toBeLessThan(text.length);
    const { lines } = wanted.find((each) => each.file === file)!;
    return less.replace(opening, (line) => `${line}\n${lines}`);
  };
  const entry = (file: string, after: string, word: string) => () =>
    entriesIn(file, after).find((each) => each.includes(word))!;
  const lineWith = (word: string) => (text: string) => text.split("\n").find((line) => line.startsWith(word))!;

  const policy = policyIn(pasted("test/contract/authorization.tsv", lineWith(route), /^route\t.*/m));
  expect(policy.find((row) => row.route === route)).toEqual(policyOf(route));

  const rows = callRowsIn(pasted("test/faults/calls.tsv", lineWith("webhook.remove\t"), /^call\t.*/m));
  expect(tableFaults(rows, writingCalls())).toEqual([]);

  const sceneFile = "test/faults/scenes.ts";
  const scene = entry(sceneFile, "export const scenes", '"webhook.remove":');
  const scenesText = pasted(sceneFile, scene, /^export const scenes.*/m);
  const made = await moduleOf<Pick<typeof tables, "scenes">>(sceneFile, scenesText);
  expect(sceneFaults(Object.keys(made.scenes), writingCalls())).toEqual([]);

  const objectFile = "test/contract/objects.ts";
  const objects = entry(objectFile, "export const objectCases", "call: webhook.remove,");
  const objectsText = pasted(objectFile, objects, /^export const objectCases.*/m);
  const { objectCases } = await moduleOf<Pick<typeof tables, "objectCases">>(objectFile, objectsText);

  const list = pasted("test/contract/archived.ts", () => `  "${route}",\n`, /^export const openWhenArchived.*/m);
  const lists = await moduleOf<{ archivedLists: typeof archivedLists }>("test/contract/archived.ts", list);
  const whole = { policy, objectCases, callRows: rows, scenes: made.scenes, archivedLists: lists.archivedLists };
  expect(wantedOf(named, whole)).toEqual([]);
});

test("of a call that the contract does not have, all places are told with what to write there", () => {
  const writing = newCall("credential.bookmark", { thing: "credential" });
  const places = [...writing.matchAll(/^== (.*)/gm)].map(([, place]) => place);
  expect(places).toEqual([
    expect.stringMatching(/^shared\/credential\/.*calls\.ts$/),
    "functions/credential/bookmark.ts",
    "test/contract/authorization.tsv",
    "test/contract/objects.ts",
    "test/faults/calls.tsv",
    "test/faults/scenes.ts",
    "test/credential/bookmark.test.ts",
    "Further",
  ]);
  expect(writing).toContain('  route: "PUT /credential/bookmark",');
  expect(writing).toContain("call: credential.bookmark,");
  expect(writing).toMatch(/^PUT \/credential\/bookmark(?:\t\?)+$/m); // nobody's rights are copied
  expect(writing).toContain('permission: "credential:bookmark"');
  const note = newCall("credential.saveNote", { thing: "credential" });
  expect(note).toContain('  route: "PUT /credential/note",\n  summary: "Save the note of a credential",');
  expect(writing).toContain('  "credential.bookmark": async');
  expect(newCall("credential.listBookmarks", { reads: true })).not.toContain("test/faults");
  expect(newCall("submission.pin", { thing: "application" })).toContain('academy.as("Lena")');
  expect(newCall("moon.rise", {})).toMatch(/^There is no domain moon/);
});
