import { expect, test } from "vitest";
import { callsOf } from "../../../shared/contract.ts";
import { lists } from "./lists.ts";

test("the growth bench asks every list of the product, and no list that is gone", () => {
  expect(lists().length).toBeGreaterThan(30);
  expect(lists().filter(({ call }) => call === undefined)).toEqual([]);
});

test("a list that the growth bench does not know is told with the file to change", () => {
  const list = callsOf().find(({ domain, name }) => domain === "credential" && name === "list")!;
  const withBookmarks = [...callsOf(), { ...list, name: "listBookmarks", file: "list-bookmarks" }];
  expect(() => lists(withBookmarks)).toThrow(/credential\/list-bookmarks: .*test\/bench\/growth\/lists\.ts/);
});
