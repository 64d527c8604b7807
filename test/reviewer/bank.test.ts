import { beforeAll, describe, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import { isAba } from "../../shared/reviewer/bank.ts";
import type { Organization } from "../support/organization.ts";
import { world } from "../support/world.ts";

const { listBanks, saveBank } = contract.reviewer;
const account = {
  bank_id: 7,
  account_holder: "Rita Rivers",
  account_number: "000918273645",
  aba: "021000021",
  address: "12 Marker Lane, Kalamazoo, MI 49001",
};
let academy: Organization;
beforeAll(async () => {
  academy = await world.newOrganization("Bank School");
});

describe("an ABA number", () => {
  test.each(["021000021", "011401533", "091000019"])("%s is one", (aba) => expect(isAba(aba)).toBe(true));
  test.each(["021000022", "000000000", "02100002", "0210000210", "02100002a", ""])("%j is none", (aba) =>
    expect(isAba(aba)).toBe(false),
  );
});

describe("a reviewer's bank account", () => {
  test("is kept encrypted, shown by its last four, and told by mail; a change is held", async () => {
    const rita = academy.as("Rita");
    expect((await rita.call(listBanks, {})).body.data).toMatchObject({
      account: null,
      banks: expect.arrayContaining([{ bank_id: 7, name: "Chase" }]),
    });
    const saved = await rita.call(saveBank, account);
    const shown = {
      user_id: rita.user_id,
      bank_id: 7,
      bank_name: "Chase",
      account_holder: "Rita Rivers",
      account_type: "checking",
      last4: "3645",
      updated_on: expect.any(String),
    };
    expect(saved).toMatchObject({ status: 200 });
    expect(saved.body.data).toEqual(shown);
    expect((await rita.call(listBanks, {})).body.data.account).toEqual(shown);

    const changed = await rita.call(saveBank, { ...account, account_type: "savings", account_number: "5550001111" });
    expect(changed.body.data).toMatchObject({ last4: "1111", account_type: "savings" });
    const holdHours = (Date.parse(changed.body.data.held_until!) - Date.parse(changed.body.data.updated_on)) / 3.6e6;
    expect(holdHours).toBeCloseTo(72, 1);
    await world.settle();
    const subjects = (await world.mails.to(rita.email)).map(({ subject }) => subject);
    expect(subjects).toEqual(["Your bank account was added", "Your bank account was changed"]);

    const kept = await world.control.items(`USER#${rita.user_id}`);
    const history = await world.control.items(`AUDIT#${rita.user_id}`);
    expect(history.map(({ type }) => type)).toEqual(expect.arrayContaining(["bank.saved", "bank.changed"]));
    const everywhere = JSON.stringify([kept, history, await world.mails.to(rita.email), await world.control.logs()]);
    for (const secret of ["000918273645", "5550001111", "021000021", "Marker Lane"]) {
      expect(everywhere).not.toContain(secret);
    }
  });

  test("is saved only after a proof of the last ten minutes", async () => {
    const ray = academy.as("Ray");
    await ray.token();
    const stale = await ray.later({ minutes: 11 }).call(saveBank, account);
    expect(stale).toMatchObject({ status: 403, body: { error: { code: "auth.proof-needed" } } });
    expect((await ray.call(listBanks, {})).body.data.account).toBeNull();
    expect((await ray.later({ minutes: 9 }).call(saveBank, account)).status).toBe(200);
  });

  test("is refused in the quoted words", async () => {
    const rob = academy.as("Rob");
    const { body } = await rob.call(saveBank, {
      account_holder: " ",
      account_number: "",
      aba: "",
      address: "",
    } as never);
    expect(body.error.fields).toEqual({
      bank_id: "Bank Required",
      account_holder: "This field is required, can't be blank",
      account_number: "Account Number Required",
      aba: "ABA Number Required",
      address: "This field is required, can't be blank",
    });
    const wrong = await rob.call(saveBank, { ...account, aba: "021000022" });
    expect(wrong.body.error.fields).toHaveProperty("aba");
    const chinese = await rob.call(saveBank, { ...account, account_holder: "王小明" });
    expect(chinese.body.error.fields).toEqual({
      account_holder: "Write the name in Latin letters, as your bank does.",
    });
    expect((await rob.call(saveBank, { ...account, bank_id: 999 })).body.error.fields).toEqual({
      bank_id: "Bank Required",
    });
  });

  test("is nobody else's to see or to set", async () => {
    const [rita, rob] = [academy.as("Rita"), academy.as("Rob")];
    const foreign = await rob.call(saveBank, { ...account, user_id: rita.user_id });
    expect(foreign).toMatchObject({ status: 404, body: { error: { code: "resource.not-found" } } });
    expect((await rob.call(listBanks, {})).body.data.account).toBeNull();
    expect((await academy.as("Ada").call(listBanks, {})).status).toBe(403);
  });
});
