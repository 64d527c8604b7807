import { expect, it } from "vitest";
import { contract } from "../../shared/contract.ts";
import { world } from "../support/world.ts";

it("answers anybody that the API is there, and nothing else", async () => {
  const answer = await world.anyone.call(contract.platform.health);
  expect(answer).toMatchObject({ status: 200, body: { data: { status: "ok" } } });
  expect(Object.keys(answer.body.data)).toEqual(["status"]);
});
