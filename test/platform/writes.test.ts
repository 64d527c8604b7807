import { expect, test } from "vitest";
import { callsOf } from "../../shared/contract.ts";
import { stale } from "../../web/api/stale.ts";
import { pageSources, writesOfPages } from "../contract/wanted.ts";

const table: Readonly<Record<string, readonly string[]>> = stale;

test("no page writes by hand: it takes `write` or a mutation, and web/api/stale.ts says what is asked for again", () => {
  const byHand = /\bapi(?:\.\w+){2}(?:\.send)?\(|\.mutationFn\(|\binvalidateQueries\b|\brefetchQueries\b/g;
  const found = pageSources.flatMap(([file, text]) => [...text.matchAll(byHand)].map(([act]) => `${file}: ${act}`));
  expect(found).toEqual([]);
});

test("every writing call of a page is in the table, and the table has no other", () => {
  expect(Object.keys(table).toSorted()).toEqual([...writesOfPages(), "payment.readCardSecret"].toSorted());
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
