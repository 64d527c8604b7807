import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { organizationKeys } from "../../functions/data/keys/organization.ts";
import { platformKeys } from "../../functions/data/keys/platform.ts";
import { kindUnderPerson, retention } from "../../functions/user/model/retention.ts";

type Made = string | { readonly pk: string; readonly sk?: string; readonly prefix?: string };
type Makers = Readonly<Record<string, (...parts: never[]) => Made>>;

const folder = new URL("../../functions/data/keys/", import.meta.url);
const modules = await Promise.all(readdirSync(folder).map((file) => import(new URL(file, folder).pathname)));
/** All that makes keys and names of lists, by thing. */
const makers = modules.flatMap((module: Readonly<Record<string, Makers>>) =>
  Object.entries(module).flatMap(([name, all]) => (/(?:Keys|Views)$/.test(name) ? [all] : [])),
);

/** The items that the functions of functions/data/keys lead to under a person, by the function's name. */
const underPerson = (all: Makers) =>
  Object.entries(all).flatMap(([name, make]) => {
    const made = make(...(Array.from({ length: make.length }, (_, index) => `part${index}`) as never[]));
    const { pk, sk, prefix } = typeof made === "string" ? { pk: made } : made;
    const found = kindUnderPerson({ pk, sk: sk ?? prefix ?? "" });
    return found === undefined ? [] : [{ name, kind: found.kind, text: sk ?? prefix ?? pk }];
  });

/** What is still to be written, for each kind of item under a person that nobody has decided about. */
const undecided = (all: Makers): string[] =>
  underPerson(all)
    .filter(({ kind }) => kind === undefined)
    .map(
      ({ name, text }) =>
        `${name} of functions/data/keys makes an item under a person (${text}): say in functions/user/model/retention.ts what becomes of it when they are deleted, and unless it is kept, remove it in functions/user/model/deletion.ts or erase it in functions/platform/model/erasure.ts`,
    );

describe("of every item under a person it is decided what becomes of it when they are deleted", () => {
  test("of those that a key leads to, and those that a list has", () => {
    expect(makers.length).toBeGreaterThan(15);
    expect(makers.flatMap(undecided)).toEqual([]);
  });

  test("a kind that nobody has decided about is told with the files to change", () => {
    const hobby = {
      hobby: (user_id: string, hobby_id: string) => ({ pk: `USER#${user_id}`, sk: `HOBBY#${hobby_id}` }),
    };
    expect(undecided(hobby)).toEqual([expect.stringMatching(/^hobby .*retention\.ts.*deletion\.ts.*erasure\.ts$/)]);
    expect(undecided({ followers: (user_id: string) => `USER#${user_id}#followers` })).toHaveLength(1);
  });

  test("no kind is decided about that there is not", () => {
    const kinds = new Set(makers.flatMap(underPerson).map(({ kind }) => kind));
    expect(Object.keys(retention).filter((kind) => kind !== "|" && !kinds.has(kind))).toEqual([]);
    expect(kindUnderPerson(platformKeys.searchWords(organizationKeys.membership("usr_1", "org_1")))).toEqual({
      user_id: "usr_1",
      kind: "|",
    });
  });
});
