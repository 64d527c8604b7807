import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import {
  applied,
  orderFor,
  paidPurchase,
  refundedPurchase,
  secretFor,
  stripeAt,
  typeCard,
} from "../support/fixtures/payment.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { expectInvariants } from "../support/invariants.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { world } from "../support/world.ts";

const { credential, payment, submission } = contract;
let academy: Organization;
let rita: Person;
beforeAll(async () => {
  academy = await world.newOrganization("Second Thought Academy");
  rita = await acceptedReviewer(academy, "Rita");
});
afterAll(() => expectInvariants(world, academy));
const priced = (price: number) => publishedCredential(academy, [rita], { price, rate: 20 });

describe("an unpaid application", () => {
  test("is withdrawn by its learner, safely repeated, and may be made anew", async () => {
    const lena = academy.as("Lena");
    const credential_id = await priced(25);
    const application_id = await applied(lena, credential_id);
    const other = await academy.as("Leo").call(payment.withdrawApplication, { application_id });
    expect(other).toMatchObject({ status: 404 });
    for (const _ of [1, 2])
      expect(await lena.call(payment.withdrawApplication, { application_id })).toMatchObject({
        status: 200,
        body: { data: { status: "closed" } },
      });
    const { data } = (await lena.call(submission.read, { application_id })).body;
    expect(data).toMatchObject({ status: "closed", closed: { because: "withdrawn", credited: 0, returned: 0 } });
    expect(await applied(lena, credential_id)).not.toBe(application_id);
  });

  test("gives held credit back and closes what was begun at the provider, so that nothing can be charged", async () => {
    const leo = academy.as("Leo");
    await refundedPurchase(academy, leo, await priced(25), world.origin);
    const credential_id = await priced(50);
    const application_id = await applied(leo, credential_id);
    const secret = await secretFor(leo, credential_id);
    expect((await leo.call(payment.readCredit, {})).body.data).toMatchObject({ balance: 0, held: 25 });
    expect((await leo.call(payment.withdrawApplication, { application_id })).status).toBe(200);
    expect((await leo.call(payment.readCredit, {})).body.data).toMatchObject({ balance: 25, held: 0 });
    const intent = await (await stripeAt(world)).paymentIntents.retrieve(secret.stripe_id);
    expect(intent.status).toBe("canceled");
    expect((await typeCard(world.origin, secret)).status).toBe(400);

    const again = await applied(leo, credential_id);
    await orderFor(leo, credential_id);
    expect((await leo.call(payment.withdrawApplication, { application_id: again })).status).toBe(200);
  });

  test("that is paid, or was collected meanwhile, stays", async () => {
    const liv = academy.as("Liv");
    const paid = await paidPurchase(liv, await priced(25), world.origin);
    const refused = { status: 409, body: { error: { code: "payment.already-paid" } } };
    expect(await liv.call(payment.withdrawApplication, { application_id: paid })).toMatchObject(refused);
    const credential_id = await priced(25);
    const application_id = await applied(liv, credential_id);
    await typeCard(world.origin, await secretFor(liv, credential_id));
    expect(await liv.call(payment.withdrawApplication, { application_id })).toMatchObject(refused);
    expect((await liv.call(submission.read, { application_id })).body.data.status).toBe("ready");
  });
});

test("a price that rose since the page was read is told before anything is made", async () => {
  const lena = academy.as("Lena");
  const credential_id = await priced(25);
  const { version } = (await academy.as("Ada").call(credential.read, { credential_id })).body.data;
  const edit = { credential_id, version, step: 4 as const, price: 30 };
  expect((await academy.as("Ada").call(credential.update, edit)).status).toBe(200);
  const refused = await lena.call(credential.apply, { credential_id, price: 25 });
  expect(refused).toMatchObject({ status: 409, body: { error: { code: "credential.price-changed" } } });
  expect(refused.body.error.message).toContain("$30.00");
  expect((await lena.call(submission.read, { credential_id })).status).toBe(404);
  expect((await lena.call(credential.apply, { credential_id, price: 30 })).body.data.price).toBe(30);
});
