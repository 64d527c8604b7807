import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { callsOf } from "../../shared/contract.ts";
import { stale } from "../../web/api/stale.ts";

const files = globSync("web/**/*.{ts,tsx}").filter((file) => !file.startsWith("web/api/"));
const sources = files.map((file) => [file, readFileSync(file, "utf8")] as const);
const table: Readonly<Record<string, readonly string[]>> = stale;

/** POST, because what they ask by does not belong into an address; they change nothing. */
const readByPost = ["auth.validateSignup", "auth.validatePasswordReset"];

test("no page writes by hand: it takes `write` or a mutation, and web/api/stale.ts says what is asked for again", () => {
  const byHand = /\bapi(?:\.\w+){2}(?:\.send)?\(|\.mutationFn\(|\binvalidateQueries\b|\brefetchQueries\b/g;
  const found = sources.flatMap(([file, text]) => [...text.matchAll(byHand)].map(([act]) => `${file}: ${act}`));
  expect(found).toEqual([]);
});

test("every writing call of a page is in the table, and the table has no other", () => {
  const used = new Set(
    sources.flatMap(([, text]) =>
      [...text.matchAll(/\bapi\.(\w+)\.(\w+)\b/g)].map(([, domain, name]) => `${domain}.${name}`),
    ),
  );
  const writes = callsOf()
    .filter(({ call }) => !call.route.startsWith("GET ") || call.answers !== undefined)
    .map(({ domain, name }) => `${domain}.${name}`)
    .filter((name) => used.has(name) && !readByPost.includes(name));
  expect(Object.keys(table).toSorted()).toEqual([...writes, "payment.readCardSecret"].toSorted());
});

test("what is stale are domains and calls that are read", () => {
  const reads = callsOf().filter(({ domain, name }) => !(`${domain}.${name}` in table));
  const known = new Set(reads.flatMap(({ domain, name }) => [domain as string, `${domain}.${name}`]));
  expect(
    Object.values(table)
      .flat()
      .filter((each) => !known.has(each)),
  ).toEqual([]);
});
