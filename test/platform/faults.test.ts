import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { followPlan } from "../../bin/local/cloud/faults.ts";
import { timeScale } from "../../bin/local/cloud/time-scale.ts";
import { seedOrganizations } from "../../bin/seed/people.ts";
import { sessionsAt } from "../../bin/seed/session.ts";
import type { Key } from "../../functions/data/keys/key.ts";
import { metricsKeys } from "../../functions/data/keys/metrics.ts";
import { platformKeys } from "../../functions/data/keys/platform.ts";
import { submissionViews } from "../../functions/data/keys/submission.ts";
import { everyShardOf, shardsOf } from "../../functions/data/shards.ts";
import { contract } from "../../shared/contract.ts";
import { messageOf } from "../../shared/http/problems.ts";
import { done, learnerOf, mailedToken, ownFixture } from "../faults/fixture.ts";
import { scenes } from "../faults/scenes.ts";
import { survive } from "../faults/survive.ts";
import { callRows } from "../faults/table.ts";
import { connect, openAccount } from "../support/fixtures/badge.ts";
import { publishedCredential, textSection } from "../support/fixtures/credential.ts";
import { intent, pdf, post, uploaded } from "../support/fixtures/file.ts";
import { applied, approveOrder, orderFor, secretFor, typeCard } from "../support/fixtures/payment.ts";
import { fileOf, importNow } from "../support/fixtures/roster.ts";
import { begun, handedIn } from "../support/fixtures/work.ts";
import { expectInvariants } from "../support/invariants.ts";
import { anyoneAt, type Person } from "../support/people.ts";

const { auth, badgr, credential, file, organization, payment, reviewer, submission } = contract;
const fixture = await ownFixture();
const { world } = fixture;

const paidCredential = () =>
  publishedCredential(fixture.academy, [fixture.rita], { price: 50, sections: [textSection] });
const sales = async (application_id: string) =>
  (await world.control.everything()).filter(
    (item) => String(item.pk).startsWith("LEDGER#") && item.application_id === application_id && item.event === "sale",
  );
const busy = expect.objectContaining({
  status: 503,
  headers: expect.objectContaining({ "retry-after": expect.stringMatching(/^[1-9]\d*$/) }),
});

describe("a plan", () => {
  const asked = { service: "ses", operation: "SendEmail", function: "platform/deliver-mail" } as const;

  test("meets the same requests when it is followed again, and others with another seed", () => {
    const met = (seed: number) => {
      const plan = followPlan({ seed, rules: [{ what: "throttle", share: 0.3, times: "always" }] });
      return Array.from({ length: 200 }, () => plan.next(asked)?.what ?? "").join();
    };
    expect(met(7)).toBe(met(7));
    expect(met(7)).not.toBe(met(8));
    const share = met(7).split("throttle").length - 1;
    expect(share).toBeGreaterThan(30);
    expect(share).toBeLessThan(90);
  });

  test("counts by rule from which request on, and how many, are met", () => {
    const plan = followPlan({ rules: [{ what: "gone", service: "ses", from: 2, times: 2 }] });
    const other = { ...asked, service: "kms" } as const;
    const met = [asked, other, asked, other, asked, asked].map((each) => plan.next(each)?.what);
    expect(met).toEqual([undefined, undefined, "gone", undefined, "gone", undefined]);
    expect(plan.seen()).toHaveLength(6);
  });
});

test.each(["credential.apply", "file.confirm"])("%s survives every fault as its row says", async (name) => {
  const row = callRows.find((each) => each.name === name)!;
  expect(await survive(name, fixture, scenes[name]!)).toEqual(row.outcomes);
});

test("a table that is throttled three times in a row says when to come again, and does it then, once", async () => {
  const emails = ["trudy@weather.test"];
  const ada = fixture.academy.as("Ada");
  const invite = () =>
    ada.call(
      organization.inviteUsers,
      { invitations: emails.map((email) => ({ email, role: 5 })) },
      { idempotencyKey: "throttled-three-times" },
    );
  const throttled = { what: "throttle", service: "dynamodb", function: "organization/invite-users", times: 3 } as const;
  await world.control.faults({ rules: [{ ...throttled, operation: "TransactWriteItems" }] });
  expect(await invite()).toEqual(busy);
  expect((await invite()).status).toBe(200);
  expect((await invite()).status).toBe(200);
  await world.control.faults();
  await world.settle();
  expect(await world.mails.to(emails[0]!)).toHaveLength(1);
});

test("a service that fails is asked again", async () => {
  const lena = fixture.academy.as("Lena");
  const form = await intent(lena, "submissions", "plan.pdf", pdf.length);
  await post(form, pdf);
  const failing = { what: "error", function: "file/confirm" } as const;
  await world.control.faults({
    rules: [
      { ...failing, service: "dynamodb" },
      { ...failing, service: "s3" },
    ],
  });
  expect((await lena.call(file.confirm, { key: form.key })).status).toBe(200);
  expect((await world.control.seenRequests()).filter(({ fault }) => fault === "error")).toHaveLength(2);
  await world.control.faults();
});

test("slow storage is waited for", async () => {
  const lena = fixture.academy.as("Lena");
  const form = await intent(lena, "submissions", "plan.pdf", pdf.length);
  await post(form, pdf);
  await world.control.faults({ rules: [{ what: "delay", milliseconds: 2000, service: "s3", times: "always" }] });
  expect((await lena.call(file.confirm, { key: form.key })).status).toBe(200);
  await world.control.faults();
});

test("who signs up and is never answered can sign in all the same", async () => {
  const email = "nora@weather.test";
  const { academy } = fixture;
  await academy.as("Ada").call(organization.inviteUsers, { invitations: [{ email, role: 5 }] });
  await world.settle();
  const [mail] = await world.mails.to(email);
  const token = /[?&]t=([\w-]+)/.exec(mail!.text!)![1]!;
  const password = "a lamp in the harbour";
  await world.control.faults({
    rules: [{ what: "lost", function: "auth/signup", operation: "TransactWriteItems", times: "always" }],
  });
  const sent = { first_name: "Nora", last_name: "Hall", email, password, token };
  expect(await world.anyone.call(auth.signup, sent)).toEqual(busy);
  await world.control.faults();
  expect((await anyoneAt(world.origin).call(auth.login, { email, password })).status).toBe(200);
});

test("an account that the pool made and the table did not is made again when its time has come", async () => {
  const email = "otto@weather.test";
  await fixture.academy.as("Ada").call(organization.inviteUsers, { invitations: [{ email, role: 5 }] });
  await world.settle();
  const token = /[?&]t=([\w-]+)/.exec((await world.mails.to(email))[0]!.text!)![1]!;
  const sent = { first_name: "Otto", last_name: "Hall", email, password: "a lamp in the harbour", token };
  await world.control.faults({ rules: [{ what: "crash", service: "cognito", function: "auth/signup" }] });
  expect((await world.anyone.call(auth.signup, sent)).status).toBe(500); // the gateway's own
  await world.control.faults();
  const early = await anyoneAt(world.origin).call(auth.signup, sent);
  expect(early).toMatchObject({ status: 409, body: { error: { code: "auth.signing-up" } } });
  await world.control.moveClock(Number(early.headers["retry-after"]) * 1000 + 1000);
  expect((await anyoneAt(world.origin).call(auth.signup, sent)).status).toBe(200);
});

test("an import of people whose worker dies after each of its writes goes on, counts right and invites each once", async () => {
  const ada = fixture.academy.as("Ada");
  const people = Array.from({ length: 27 }, (_, index) => `killed-${index}@weather.test`);
  const lines = Buffer.from(fileOf(people.map((email) => `${email},Learner`)));
  const key = await uploaded(ada, "imports", "class.csv", lines);
  const dying = { what: "crash", service: "dynamodb", operation: "TransactWriteItems", times: "always" } as const;
  const workers = ["roster/work-imports", "roster/continue-imports"].map((name) => ({ ...dying, function: name }));
  await world.control.faults({ rules: workers });
  const { import_id } = (await ada.call(contract.roster.create, { key })).body.data;
  const deadUntil = async (status: string) => {
    for (let runs = 0; runs < 100; runs++) {
      const now = await importNow(ada, import_id);
      if (now.status === status) return now.counts;
      await world.control.runSchedule("continue-imports", 180_000).catch(() => {}); // it died
    }
    throw new Error(`It is not ${status} after a hundred deaths.`);
  };
  expect(await deadUntil("checked")).toMatchObject({ ready: 27 });
  expect((await ada.call(contract.roster.confirm, { import_id })).status).toBe(200);
  expect(await deadUntil("sent")).toMatchObject({ ready: 0, invited: 27 });
  expect((await ada.call(contract.roster.undo, { import_id })).status).toBe(200);
  expect(await deadUntil("undone")).toMatchObject({ ready: 0, invited: 0, withdrawn: 27 });
  const seen = await world.control.seenRequests();
  expect(seen.filter(({ fault }) => fault === "crash").length).toBeGreaterThan(50);
  await world.control.faults();
  await world.settle();
  const made = (await world.control.everything()).filter(
    ({ type, invite_id }) => type === "invitation.withdrawn" && invite_id !== undefined,
  );
  expect(made).toHaveLength(27);
});

describe("a reset of a password", () => {
  /** Somebody who was mailed a link, and what they send by it. */
  async function forgetful(name: "Lena" | "Leo") {
    const { email, ...person } = (await world.newOrganization("Forgetful Academy")).as(name);
    await person.token();
    await world.anyone.call(auth.requestPasswordReset, { email });
    const token = await mailedToken(fixture, email);
    return {
      email,
      reset: (password: string) => anyoneAt(world.origin).call(auth.resetPassword, { email, password, token }),
    };
  }
  const [lamp, ladder] = ["a lamp in the harbour", "a ladder in the yard"] as const;
  const spent = { status: 400, body: { error: { code: "auth.invalid-reset-link" } } };

  test("that broke off is finished by the same password sent again, by no other, and its link is spent then", async () => {
    const { email, reset } = await forgetful("Lena");
    const broken = { what: "crash", function: "auth/reset-password" } as const;
    for (const rule of [
      { ...broken, service: "dynamodb" as const, operation: "TransactWriteItems" },
      { ...broken, service: "cognito" as const },
    ]) {
      await world.control.faults({ rules: [rule] });
      expect((await reset(lamp)).status).toBe(500); // the gateway's own
      await world.control.faults();
      expect(await reset(ladder)).toMatchObject(spent);
    }
    expect((await reset(lamp)).status).toBe(200);
    expect(await reset(lamp)).toMatchObject(spent);
    expect((await anyoneAt(world.origin).call(auth.login, { email, password: lamp })).status).toBe(200);
    await world.settle();
    const told = (await world.mails.to(email)).filter(({ subject }) => subject === "Your password was changed");
    expect(told).toHaveLength(1);
  });

  test("that the pool refused can be made with another password", async () => {
    const { email, reset } = await forgetful("Leo");
    await world.control.faults({ rules: [{ what: "gone", service: "cognito", times: "always" }] });
    expect(await reset(lamp)).toEqual(busy);
    await world.control.faults();
    expect((await reset(ladder)).status).toBe(200);
    expect((await anyoneAt(world.origin).call(auth.login, { email, password: ladder })).status).toBe(200);
  });
});

test("a card provider that keeps answering one wish with its own fault is busy, and the other way to pay goes on", async () => {
  const leo = fixture.academy.as("Leo");
  const credential_id = await paidCredential();
  const application_id = await applied(leo, credential_id);
  const stored = { status: 500, headers: { "content-type": "application/json", "idempotent-replayed": "true" } };
  const body = JSON.stringify({ error: { type: "api_error", message: "An error occurred." } });
  const operation = "POST /v1/payment_intents";
  await world.control.faults({
    rules: [{ what: "answer", answer: { ...stored, body }, service: "stripe", operation, times: "always" }],
  });
  expect(await leo.call(payment.readCardSecret, { credential_id })).toEqual(busy);
  const order = await orderFor(leo, credential_id);
  await world.control.faults();
  const secret = await secretFor(leo, credential_id);
  expect((await typeCard(world.origin, secret)).status).toBe(200);
  expect((await leo.call(payment.charge, { credential_id, stripe_id: secret.stripe_id })).status).toBe(200);
  await approveOrder(order);
  await world.settle();
  expect(await sales(application_id)).toHaveLength(1);
});

test("an order whose collecting was not answered is collected once: asked again, and when PayPal has forgotten the wish", async () => {
  const lena = fixture.academy.as("Lena");
  await world.control.switchPayPal({ dropWebhooks: true });
  const operation = "POST /v2/checkout/orders";
  const forgotten = JSON.stringify({
    name: "UNPROCESSABLE_ENTITY",
    details: [{ issue: "ORDER_ALREADY_CAPTURED", description: "Order already captured." }],
  });
  for (const way of ["repeated", "forgotten"]) {
    const credential_id = await paidCredential();
    const application_id = await applied(lena, credential_id);
    const order = await orderFor(lena, credential_id);
    await approveOrder(order);
    const answer = { status: 422, headers: { "content-type": "application/json" }, body: forgotten };
    await world.control.faults({
      rules: [
        { what: "lost", service: "paypal", operation },
        ...(way === "forgotten" ? [{ what: "answer" as const, answer, service: "paypal" as const, operation }] : []),
      ],
    });
    const capture = () => lena.call(payment.capturePaypalOrder, { credential_id, order_id: order.order_id });
    expect((await capture()).body.data.status).toBe("paid");
    await world.control.faults();
    expect((await capture()).body.data.status).toBe("paid");
    await world.settle();
    expect(await sales(application_id)).toHaveLength(1);
  }
  await world.control.switchPayPal({ dropWebhooks: false });
});

test("a badge service that is asked too often, leads elsewhere or answers without end is said so, and is back at once", async () => {
  const academy = await world.newOrganization("Badges in the Rain");
  await connect(academy, await openAccount(world.control, academy));
  const list = () => academy.as("Ada").call(badgr.listBadges, {});
  const meet = (answer: object) =>
    world.control.faults({
      rules: [{ what: "answer", answer: { status: 200, ...answer }, service: "badgr", times: "always" }],
    });
  await meet({ status: 302, headers: { location: "http://169.254.169.254/" } });
  expect(await list()).toEqual(busy);
  await world.control.faults();
  expect((await list()).status).toBe(200);
  await meet({ bytes: 12_000_000 });
  expect(await list()).toEqual(busy);
  await world.control.faults();
  expect((await list()).status).toBe(200);
  await meet({ status: 429, headers: { "retry-after": "7" } });
  expect(await list()).toMatchObject({ status: 429, headers: { "retry-after": "7" } });
  await world.control.faults();
});

test("a webhook that comes twenty times, and before the browser, pays once", async () => {
  const liv = fixture.academy.as("Liv");
  const credential_id = await paidCredential();
  const application_id = await applied(liv, credential_id);
  await world.control.switchStripe({ dropWebhooks: true });
  const secret = await secretFor(liv, credential_id);
  await typeCard(world.origin, secret);
  const events = (await world.control.stripeEvents()).filter(({ data }) => data.object.id === secret.stripe_id);
  await world.control.switchStripe({ dropWebhooks: false });
  for (const event of [...events].reverse())
    for (let time = 0; time < 20; time++) await world.control.sendStripeEvent(event);
  await world.settle();
  expect((await liv.call(payment.charge, { credential_id, stripe_id: secret.stripe_id })).body.data.status).toBe(
    "paid",
  );
  expect(await sales(application_id)).toHaveLength(1);
  const mails = (await world.mails.to(liv.email)).filter(({ subject }) => /receipt|paid|payment/i.test(subject));
  expect(new Set(mails.map(({ subject }) => subject)).size).toBe(mails.length);
});

test("PayPal's webhooks that come twenty times, the last one first, and before the browser, pay once", async () => {
  const leo = fixture.academy.as("Leo");
  const credential_id = await paidCredential();
  const application_id = await applied(leo, credential_id);
  await world.settle();
  const mailsBefore = (await world.mails.to(leo.email)).length;
  await world.control.switchPayPal({ dropWebhooks: true });
  const order = await orderFor(leo, credential_id);
  await approveOrder(order);
  const capture = () => leo.call(payment.capturePaypalOrder, { credential_id, order_id: order.order_id });
  await world.control.faults({
    rules: [{ what: "lost", service: "paypal", operation: "POST /v2/checkout/orders", times: "always" }],
  });
  expect(await capture()).toEqual(busy);
  await world.control.faults();
  expect((await leo.call(submission.read, { credential_id })).body.data.status).toBe("applied");
  const events = (await world.control.payPalEvents()).filter(({ resource }) =>
    JSON.stringify(resource).includes(application_id),
  );
  expect(events.map(({ event_type }) => event_type)).toEqual(["CHECKOUT.ORDER.APPROVED", "PAYMENT.CAPTURE.COMPLETED"]);
  await world.control.switchPayPal({ dropWebhooks: false });
  for (const event of [...events].reverse())
    for (let time = 0; time < 20; time++) await world.control.sendPayPalEvent(event);
  await world.settle();
  expect((await leo.call(submission.read, { credential_id })).body.data.status).toBe("ready");
  expect((await capture()).body.data.status).toBe("paid");
  expect(await sales(application_id)).toHaveLength(1);
  const kept = (await world.control.payPalEvents()).filter(({ resource }) =>
    JSON.stringify(resource).includes(application_id),
  );
  expect(kept).toHaveLength(2); // nothing more was collected at PayPal
  const subjects = (await world.mails.to(leo.email)).slice(mailsBefore).map(({ subject }) => subject);
  expect(subjects.length).toBeGreaterThan(0);
  expect(new Set(subjects).size).toBe(subjects.length);
});

test("a provider that answers as a moment before is believed when it has caught up", async () => {
  const liv = fixture.academy.as("Liv");
  const credential_id = await paidCredential();
  await applied(liv, credential_id);
  await world.control.switchStripe({ dropWebhooks: true });
  const secret = await secretFor(liv, credential_id);
  const charge = () => liv.call(payment.charge, { credential_id, stripe_id: secret.stripe_id });
  await world.control.faults({
    rules: [{ what: "stale", service: "stripe", operation: "GET /v1/payment_intents", times: "always" }],
  });
  expect((await charge()).status).toBe(409);
  await typeCard(world.origin, secret);
  expect((await charge()).status).toBe(409);
  await world.control.faults();
  expect((await charge()).body.data.status).toBe("paid");
  await world.control.switchStripe({ dropWebhooks: false });
});

test("a key that may not be used for a moment loses nothing that was typed", async () => {
  const { user_id, ...rita } = fixture.rita;
  const bank = { bank_id: 1, account_holder: "Rita Rivers", account_number: "000123456789", aba: "021000021" };
  const save = () => rita.call(reviewer.saveBank, { user_id, ...bank, address: "1 Main Street" });
  await world.control.faults({ rules: [{ what: "denied", service: "kms", times: "always" }] });
  expect(await save()).toEqual(busy);
  await world.control.faults();
  expect((await save()).status).toBe(200);
});

test("secrets that may not be read close the payment alone, for as long as that lasts", async () => {
  const leo = fixture.academy.as("Leo");
  const credential_id = await paidCredential();
  await applied(leo, credential_id);
  await world.control.moveClock(6 * 60_000); // past what is remembered of a secret
  await world.control.faults({ rules: [{ what: "denied", service: "secrets", times: "always" }] });
  expect(await leo.call(payment.readCardSecret, { credential_id })).toEqual(busy);
  expect((await leo.call(submission.read, { credential_id })).status).toBe(200);
  await world.control.faults();
  expect((await leo.call(payment.readCardSecret, { credential_id })).status).toBe(200);
});

test("a table that takes requests and never answers is said to be busy before the function's time is over", async () => {
  const liv = fixture.academy.as("Liv");
  await liv.token();
  await world.control.slowDown(1);
  await world.control.faults({ rules: [{ what: "hole", function: "credential/list-open", times: "always" }] });
  const began = Date.now();
  const answer = await liv.call(credential.listOpen, {});
  await world.control.faults();
  await world.control.slowDown(6);
  expect(answer).toEqual(busy);
  expect(Date.now() - began).toBeLessThan(11_000);
});

test("a good picture that is not drawn in time is told to come again, and is taken then", async () => {
  const ada = fixture.academy.as("Ada");
  const { data: before } = (await ada.call(organization.read, {})).body;
  const bytes = readFileSync("bin/seed/northwind-logo.png");
  const logo = `data:image/png;base64,${bytes.toString("base64")}`;
  const save = () => ada.call(organization.update, { name: before.name, description: "A school.", logo });
  await world.control.drawWithin(1);
  expect(await save()).toEqual(busy);
  expect((await ada.call(organization.read, {})).body.data).toEqual(before);
  await world.control.drawWithin(timeScale.drawingMs);
  expect((await save()).body.data.logo).toMatch(/^\/media\//);
});

test("the seed goes on when the product was too busy for its sign-in and for its call", async () => {
  const { name, description } = seedOrganizations.northwind;
  const throttled = { what: "throttle", service: "dynamodb", times: 3 } as const;
  await world.control.faults({
    rules: [
      { ...throttled, function: "auth/login" },
      { ...throttled, function: "organization/update", operation: "TransactWriteItems" },
    ],
  });
  const saved = await sessionsAt(world.origin)("Ada").ask(organization.update, { name, description });
  const met = (await world.control.seenRequests()).filter(({ fault }) => fault === "throttle");
  await world.control.faults();
  expect(saved).toMatchObject({ name });
  expect(met).toHaveLength(6);
});

test("half of a batch, and a message that comes twice, make every mail once", async () => {
  const emails = ["pam", "pat", "pia", "pit"].map((name) => `${name}@weather.test`);
  await world.control.faults({
    rules: [
      { what: "partial", service: "sqs", operation: "SendMessageBatch", function: "platform/publish-events" },
      {
        what: "duplicate",
        service: "sqs",
        operation: "SendMessageBatch",
        function: "platform/publish-events",
        times: 4,
      },
      { what: "partial", operation: "BatchGetItem", function: "platform/deliver-mail", times: 2 },
    ],
  });
  const invitations = emails.map((email) => ({ email, role: 5 }));
  expect((await fixture.academy.as("Ada").call(organization.inviteUsers, { invitations })).status).toBe(200);
  await world.settle();
  const seen = await world.control.seenRequests();
  await world.control.faults();
  expect(new Set(seen.map(({ fault }) => fault))).toEqual(new Set([undefined, "partial", "duplicate"]));
  for (const email of emails) expect(await world.mails.to(email)).toHaveLength(1);
});

describe("numbers that many people's transactions add to", () => {
  /** The numbers of each item that a function adds to are busy, so often that they are sharded. */
  const whileBusy = async <Answer>(path: string, call: () => Promise<Answer>, times = 6): Promise<Answer> => {
    const service = { service: "dynamodb", operation: "TransactWriteItems", function: path } as const;
    await world.control.faults({ rules: [{ ...service, what: "busy-numbers", times }] });
    try {
      return await call();
    } finally {
      await world.control.faults();
    }
  };
  const stored = ({ pk, sk }: Key) => world.control.item(pk, sk);
  const totalOf = async (view: string) => {
    const shards = await world.control.items(shardsOf(platformKeys.total(view)).pk);
    return { item: await stored(platformKeys.total(view)), shards };
  };

  test("are kept in shards once transactions keep meeting there, and every list, figure and recount is exact", async () => {
    const { academy, rita } = fixture;
    const credential_id = await publishedCredential(academy, [rita], { sections: [textSection] });
    const [early, late, later, last] = [0, 1, 2, 3].map(() => learnerOf(fixture)) as [Person, Person, Person, Person];
    await last.token(); // who joins is counted, too
    await handedIn(early, credential_id);
    await whileBusy("credential/apply", () => begun(late, credential_id));
    const applicants = submissionViews.applicants(credential_id);
    const { item, shards } = await totalOf(applicants);
    expect(item).toMatchObject({ count: 1, sharded: true });
    expect(shards).toEqual([expect.objectContaining({ count: 1 })]);
    await begun(later, credential_id);
    const listed = await academy.as("Ada").call(credential.listApplicants, { cred_id: credential_id });
    expect(listed.body.data).toMatchObject({ total: 3 });

    await world.settle();
    const before = await academy.as("Ada").call(organization.readAnalytics, {});
    const counted = await whileBusy(
      "platform/count-analytics",
      async () => {
        await begun(last, credential_id);
        await world.settle();
        return academy.as("Ada").call(organization.readAnalytics, {});
      },
      11,
    ); // its message may come twice
    expect(counted.body.data.totals.applications).toBe(before.body.data.totals.applications + 1);
    const metrics = metricsKeys.credentialMetrics(academy.organization_id, credential_id);
    expect(await stored(metrics)).toMatchObject({ sharded: true });
    expect(counted.body.data.credentials.find((each) => each.credential_id === credential_id)).toMatchObject({
      applications: 4,
    });
    await expectInvariants(world, academy);
  });

  test("say that an organization is in use, also by what is added to a shard while it is removed", async () => {
    const [sam, academy] = [world.as("Sam"), await world.newOrganization("Busy Academy")];
    const { organization_id } = academy;
    done(await sam.call(organization.archive, { id: organization_id, archiveStatus: true }));
    const inUse = { error: { message: messageOf("organization.in-use") } };
    const total = platformKeys.total(submissionViews.underWay(organization_id));
    const [one, other] = everyShardOf(total);
    await world.control.put([
      { ...total, count: -1, sharded: true },
      { ...one!, count: 2 },
    ]);
    const remove = () => sam.call(organization.remove, { organization_id });
    expect(await remove()).toMatchObject({ status: 409, body: inUse });
    await world.control.put([{ ...one!, count: 1 }]);
    const service = { service: "dynamodb", operation: "TransactWriteItems", function: "organization/remove" } as const;
    await world.control.faults({ rules: [{ ...service, what: "delay", milliseconds: 1500 }] });
    const removed = remove();
    await expect
      .poll(async () => (await world.control.seenRequests()).some(({ fault }) => fault === "delay"))
      .toBe(true);
    await world.control.put([{ ...other!, count: 1 }]);
    expect(await removed).toMatchObject({ status: 409, body: inUse });
    await world.control.faults();
    await world.control.put([{ ...other!, count: 0 }]);
    expect((await remove()).status).toBe(200);
  });
});

test("after all of it every invariant holds", async () => {
  await expectInvariants(world, fixture.academy);
});
