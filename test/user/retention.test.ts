import { describe, expect, test } from "vitest";
import { keys, views } from "../../functions/data/keys.ts";
import { kindUnderPerson, retention } from "../../functions/user/model/retention.ts";

type Made = string | { readonly pk: string; readonly sk?: string; readonly prefix?: string };
type Makers = Readonly<Record<string, (...parts: never[]) => Made>>;

/** The items that the functions of functions/data/keys.ts lead to under a person, by the function's name. */
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
        `${name} of functions/data/keys.ts makes an item under a person (${text}): say in functions/user/model/retention.ts what becomes of it when they are deleted, and unless it is kept, remove it in functions/user/model/deletion.ts or erase it in functions/platform/model/erasure.ts`,
    );

describe("of every item under a person it is decided what becomes of it when they are deleted", () => {
  test("of those that a key leads to, and those that a list has", () => {
    expect(undecided(keys)).toEqual([]);
    expect(undecided(views)).toEqual([]);
  });

  test("a kind that nobody has decided about is told with the files to change", () => {
    const hobby = {
      hobby: (user_id: string, hobby_id: string) => ({ pk: `USER#${user_id}`, sk: `HOBBY#${hobby_id}` }),
    };
    expect(undecided(hobby)).toEqual([expect.stringMatching(/^hobby .*retention\.ts.*deletion\.ts.*erasure\.ts$/)]);
    expect(undecided({ followers: (user_id: string) => `USER#${user_id}#followers` })).toHaveLength(1);
  });

  test("no kind is decided about that there is not", () => {
    const kinds = new Set([...underPerson(keys), ...underPerson(views)].map(({ kind }) => kind));
    expect(Object.keys(retention).filter((kind) => kind !== "|" && !kinds.has(kind))).toEqual([]);
    expect(kindUnderPerson(keys.searchWords(keys.membership("usr_1", "org_1")))).toEqual({
      user_id: "usr_1",
      kind: "|",
    });
  });
});
