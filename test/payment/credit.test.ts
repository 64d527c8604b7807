import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { offerOpened } from "../../bin/seed/client.ts";
import { contract } from "../../shared/contract.ts";
import { type BillingRow, lineKinds } from "../../shared/payment/payment.ts";
import { receiptNumber } from "../../shared/payment/rules.ts";
import { recordsOf } from "../support/csv.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import {
  applied,
  cards,
  decideDispute,
  disputeAbout,
  ledgerOf,
  paidPurchase,
  refundedPurchase,
  secretFor,
  stripeAt,
  typeCard,
} from "../support/fixtures/payment.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { verdict } from "../support/fixtures/work.ts";
import { expectInvariants } from "../support/invariants.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { asTyped } from "../support/runbook-commands.ts";
import { world } from "../support/world.ts";

const { payment, review, submission, organization } = contract;

let academy: Organization;
let rita: Person;
const priced = (price: number) => publishedCredential(academy, [rita], { price, rate: 20 });
const creditOf = async (learner: Person) => (await learner.call(payment.readCredit, {})).body.data;
const bill = async (learner: Person, credential_id: string) =>
  (await learner.call(payment.saveBilling, { credential_id })).body.data;

beforeAll(async () => {
  academy = await world.newOrganization("Orchard Academy");
  rita = await acceptedReviewer(academy, "Rita");
});
afterAll(() => expectInvariants(world, academy));

describe("a refund", () => {
  it("becomes product credit with its reason, once, and takes the shares back", async () => {
    const [ada, lena] = [academy.as("Ada"), academy.as("Lena")];
    const credential_id = await priced(25);
    const application_id = await paidPurchase(lena, credential_id, world.origin);
    const refund = (person: Person, reason: string) => person.call(payment.refund, { application_id, reason });

    expect(await refund(ada, "  ")).toMatchObject({
      status: 400,
      body: { error: { fields: { reason: "Give a reason for the refund" } } },
    });
    const asked = (person: Person) => person.call(payment.previewRefund, { application_id });
    expect((await asked(ada)).body.data).toEqual({
      credit: 25,
      closes: true,
      earned: false,
      owed: 0,
      result_less: 2.67,
    });
    expect((await asked(world.as("Abe"))).status).toBe(404);
    expect((await refund(lena, "Please")).status).toBe(403);
    expect((await refund(world.as("Abe"), "Not mine")).status).toBe(404);
    expect(await refund(ada, "Course cancelled")).toMatchObject({
      status: 200,
      body: { data: { status: "credited" } },
    });
    expect((await refund(ada, "Again")).body.error.code).toBe("payment.not-refundable");
    expect((await asked(ada)).body.error.code).toBe("payment.not-refundable");

    expect(await creditOf(lena)).toMatchObject({
      balance: 25,
      held: 0,
      total: 1,
      entries: [{ kind: "refund", amount: 25, reason: "Course cancelled", application_id }],
    });
    expect((await lena.call(submission.read, { credential_id })).body.data.status).toBe("closed");
    const entries = await ledgerOf(world.control.items, academy, application_id);
    expect(entries.at(-1)).toEqual({
      credit_liability: -2500,
      reviewer_payable: 1167,
      issuer: 666,
      platform: 400,
      organization: 267,
    });
    const { history } = (await ada.call(organization.listBillingHistory, { limit: 100 })).body.data;
    const rows = history.filter((row) => row.application_id === application_id);
    expect(rows.find(({ kind }) => kind === "charge")?.refunded_on).toBeDefined();
    expect(rows.find(({ kind }) => kind === "refund")).toMatchObject({
      price: -25,
      card: 0,
      credit: -25,
      reviewer_pay: -11.67,
      organization_share: -2.67,
    });
    await world.settle();
    const mails = await world.mails.to(lena.email);
    expect(mails.filter(({ subject }) => subject.startsWith("Refunded as product credit"))).toHaveLength(1);
  });

  it("does to work under way and to work that earned its certificate what its admin was told before", async () => {
    const school = await world.newOrganization("Told Before School");
    const ada = school.as("Ada");
    const reviewer = await acceptedReviewer(school, "Rita");
    for (const [name, decided, said] of [
      ["Leo", [0], { closes: true, earned: false }],
      ["Liv", [0, 1], { closes: false, earned: true }],
    ] as const) {
      const learner = school.as(name);
      const credential_id = await publishedCredential(school, [reviewer], { price: 25 });
      const application_id = await paidPurchase(learner, credential_id, world.origin);
      const { body } = await learner.call(submission.read, { application_id });
      const section_ids = body.data.sections.map(({ section_id }) => section_id);
      const sections = section_ids.map((section_id) => ({ section_id, response: "<p>My work.</p>" }));
      const sent = await learner.call(submission.submit, { application_id, credential_id, sections });
      const work = {
        learner,
        credential_id,
        application_id,
        section_ids,
        credential_job_id: sent.body.data.credential_job_id!,
      };
      await offerOpened(learner);
      expect((await reviewer.call(review.accept, { credential_job_id: work.credential_job_id })).status).toBe(200);
      for (const index of decided)
        expect((await reviewer.call(review.acceptSection, verdict(work, index))).status).toBe(200);
      const { data } = (await ada.call(payment.previewRefund, { application_id })).body;
      expect(data).toMatchObject({ credit: 25, ...said });
      expect((await ada.call(payment.refund, { application_id, reason: "Course cancelled" })).status).toBe(200);
      const { history } = (await ada.call(organization.listBillingHistory, { limit: 100 })).body.data;
      const ofSale = history.filter((row) => row.application_id === application_id);
      const refunded = ofSale.find(({ kind }) => kind === "refund")!;
      const sold = ofSale.find(({ kind }) => kind === "charge")!;
      expect(data.owed).toBeCloseTo(sold.reviewer_pay + refunded.reviewer_pay);
      expect(data.owed).toBeGreaterThan(0);
      expect(data.result_less).toBeCloseTo(-refunded.organization_share);
      const { status } = (await learner.call(submission.read, { application_id })).body.data;
      expect(status).toBe(said.earned ? "completed" : "closed");
    }
  });

  it("closes the application with its reason, and the learner buys the credential once more", async () => {
    const school = await world.newOrganization("Second Chance School");
    const [ada, liv] = [school.as("Ada"), school.as("Liv")];
    const credential_id = await publishedCredential(school, [await acceptedReviewer(school, "Rita")], { price: 25 });
    const first = await refundedPurchase(school, liv, credential_id, world.origin);
    const { closed } = (await liv.call(submission.read, { application_id: first })).body.data;
    expect(closed).toMatchObject({ because: "refund", credited: 25, returned: 0, reason: "Course cancelled" });
    const second = await applied(liv, credential_id);
    expect(second).not.toBe(first);
    const bought = await liv.call(payment.saveBilling, { credential_id });
    expect(bought).toMatchObject({ status: 200, body: { data: { status: "paid", credit: 25, amount_due: 0 } } });
    expect((await liv.call(submission.read, { application_id: first })).body.data.status).toBe("closed");
    expect((await ada.call(payment.refund, { application_id: second, reason: "Once more" })).status).toBe(200);
  });

  it("is spent first: a price it covers is finished with no provider, a higher one holds it and asks for the rest", async () => {
    const lena = academy.as("Lena");
    const dearer = await priced(40);
    await applied(lena, dearer);
    expect(await bill(lena, dearer)).toMatchObject({ status: "open", credit: 25, amount_due: 15 });
    expect(await creditOf(lena)).toMatchObject({ balance: 0, held: 25 });
    const secret = await secretFor(lena, dearer);
    expect(secret.amount).toBe(15);
    await typeCard(world.origin, secret);
    await lena.call(payment.charge, { credential_id: dearer, stripe_id: secret.stripe_id });
    expect(await creditOf(lena)).toMatchObject({ balance: 0, held: 0, total: 2 });

    const leo = academy.as("Leo");
    await refundedPurchase(academy, leo, await priced(25), world.origin);
    const cheap = await priced(12);
    const application_id = await applied(leo, cheap);
    expect(await bill(leo, cheap)).toMatchObject({ status: "paid", method: "credit", credit: 12, amount_due: 0 });
    expect((await leo.call(submission.read, { credential_id: cheap })).body.data.status).toBe("ready");
    expect(await creditOf(leo)).toMatchObject({ balance: 13, held: 0 });
    const [sale] = await ledgerOf(world.control.items, academy, application_id);
    expect(sale).toMatchObject({ credit_liability: 1200, reviewer_payable: -1167 });
  });

  it("never goes below 0, however many tabs spend it at once", async () => {
    const leo = academy.as("Leo");
    const wanted = [await priced(12), await priced(12), await priced(12)];
    for (const credential_id of wanted) await applied(leo, credential_id);
    const bills = await Promise.all(
      wanted.flatMap((credential_id) => [bill(leo, credential_id), bill(leo, credential_id)]),
    );
    expect(bills.map(({ status }) => status).filter((status) => status === "paid")).toHaveLength(2);
    const { balance, held } = await creditOf(leo);
    expect(balance).toBeGreaterThanOrEqual(0);
    expect(balance + held).toBe(1);
  });
});

describe("a second payment of one purchase", () => {
  it("becomes credit, once, and an operator is told", async () => {
    const liv = academy.as("Liv");
    const credential_id = await priced(25);
    const application_id = await paidPurchase(liv, credential_id, world.origin);
    const stripe = await stripeAt(world);
    const metadata = { application_id, user_id: liv.user_id, organization_id: academy.organization_id, attempt: "7" };
    const second = await stripe.paymentIntents.create({
      amount: 2500,
      currency: "usd",
      payment_method: "pm_card_visa",
      confirm: true,
      metadata,
    });
    await world.settle();
    const event = (await world.control.stripeEvents()).find(({ data }) => data.object.id === second.id)!;
    await world.control.sendStripeEvent({ ...event, type: "payment_intent.succeeded", id: `${event.id}again` });
    await world.settle();
    expect(await creditOf(liv)).toMatchObject({ balance: 25, total: 1, entries: [{ kind: "duplicate", amount: 25 }] });
    const told = (await world.control.logs()).filter((line) => line.includes('"payment_duplicate"'));
    expect(told.some((line) => line.includes(academy.organization_id))).toBe(true);
  });
});

describe("a dispute", () => {
  const statusOf = async (application_id: string) =>
    (await world.control.item(`PAYMENT#${application_id}`, "META"))?.status;
  const disputeOf = async (application_id: string, intent?: string): Promise<string> => {
    await world.settle();
    const payment = await world.control.item(`PAYMENT#${application_id}`, "META");
    return disputeAbout(world, intent ?? payment?.stripe_payment_id);
  };
  const decide = async (...decision: [dispute_id: string, evidence: "winning_evidence" | "losing_evidence"]) => {
    await decideDispute(world, ...decision);
    await world.settle();
  };

  const toldToOperators = async () =>
    (await world.control.logs()).filter(
      (line) => line.includes('"payment_mismatch"') && line.includes(academy.organization_id),
    ).length;

  it("that is won leaves all as it was; one that is lost undoes the sale", async () => {
    const liv = academy.as("Liv");
    const [won, lost] = [await priced(50), await priced(50)];
    const kept = await paidPurchase(liv, won, world.origin, cards.disputed);
    const dispute = await disputeOf(kept);
    expect(await statusOf(kept)).toBe("disputed");
    const fees = { platform: 1500, fees: -1500 };
    expect((await ledgerOf(world.control.items, academy, kept)).slice(2)).toEqual([fees]);
    await decide(dispute, "winning_evidence");
    expect(await statusOf(kept)).toBe("paid");
    const back = { platform: -1500, fees: 1500 };
    expect((await ledgerOf(world.control.items, academy, kept)).slice(2)).toEqual([fees, back]);

    const undone = await paidPurchase(liv, lost, world.origin, cards.disputed);
    const lostDispute = await disputeOf(undone);
    await decide(lostDispute, "losing_evidence");
    const told = (await world.control.stripeEvents()).filter(({ data }) => data.object.id === lostDispute);
    for (const event of told.reverse()) await world.control.sendStripeEvent({ ...event, id: `${event.id}again` });
    await world.settle();
    expect(await statusOf(undone)).toBe("lost");
    const entries = await ledgerOf(world.control.items, academy, undone);
    expect(entries.slice(2)).toEqual([fees, expect.objectContaining({ cash: -5000, reviewer_payable: 1167 })]);
    expect((await liv.call(submission.read, { credential_id: lost })).body.data.status).toBe("closed");
    expect(await applied(liv, lost)).not.toBe(undone);
  });

  it("is told to admins and the learner with the day evidence is due, shown as what it is, and offers no refund", async () => {
    const [ada, leo] = [academy.as("Ada"), academy.as("Leo")];
    const application_id = await paidPurchase(leo, await priced(50), world.origin, cards.disputed);
    const dispute = await disputeOf(application_id);
    const mailed = async (person: Person) => (await world.mails.to(person.email)).map(({ subject }) => subject);
    expect(await mailed(leo)).toContain("Payment disputed: Classroom reading");
    const asked = (await world.mails.to(ada.email)).filter(({ text }) =>
      text?.includes(receiptNumber({ application_id })),
    );
    expect(asked).toHaveLength(1);
    const { evidence_due_on, disputed_on } = (await world.control.item(`PAYMENT#${application_id}`, "META"))!;
    const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "America/New_York" });
    expect(asked[0]!.text).toContain(`By ${day.format(new Date(String(evidence_due_on)))}`);

    const history = async () =>
      (await ada.call(organization.listBillingHistory, { limit: 50 })).body.data.history.filter(
        (row) => row.application_id === application_id,
      );
    expect(await history()).toMatchObject([{ kind: "charge", dispute: "open", disputed_on }]);
    const exported = recordsOf((await ada.call(organization.exportBillingCsv, {})).text);
    expect(exported.find((record) => record.at(-1) === receiptNumber({ application_id }))?.[1]).toBe(
      "Charge, disputed",
    );
    const refunded = await ada.call(payment.refund, { application_id, reason: "No" });
    expect(refunded).toMatchObject({ status: 409, body: { error: { code: "payment.not-refundable" } } });

    await decide(dispute, "losing_evidence");
    expect(await history()).toMatchObject([{ kind: "reversal" }, { kind: "charge", dispute: "lost" }]);
    expect((await history()).every(({ refunded_on }) => refunded_on === undefined)).toBe(true);
    expect((await ada.call(organization.exportBillingCsv, {})).text).toContain("Lost dispute");
    expect(await mailed(ada)).toContain("Dispute lost: Classroom reading");
    expect(await mailed(leo)).toContain("Payment returned: Classroom reading");
    const { closed } = (await leo.call(submission.read, { application_id })).body.data;
    expect(closed).toMatchObject({ because: "dispute", returned: 50, credited: 0 });
  });

  it("about a second payment, lost, leaves the sale alone and tells an operator", async () => {
    const lena = academy.as("Lena");
    const credential_id = await priced(50);
    const application_id = await paidPurchase(lena, credential_id, world.origin);
    const metadata = { application_id, user_id: lena.user_id, attempt: "8" };
    const second = await (await stripeAt(world)).paymentIntents.create({ amount: 5000, currency: "usd", metadata });
    await typeCard(world.origin, { stripe_id: second.id, client_secret: second.client_secret! }, cards.disputed);
    const dispute = await disputeOf(application_id, second.id);
    await decide(dispute, "losing_evidence");
    expect(await statusOf(application_id)).toBe("paid");
    const entries = await ledgerOf(world.control.items, academy, application_id);
    expect(entries.filter(({ cash }) => cash !== undefined && cash < 0)).toEqual([]);
    expect(await toldToOperators()).toBeGreaterThan(0);
  });

  it("lost, and won after all, leaves the sale undone, gives the fee back and tells an operator", async () => {
    const liv = academy.as("Liv");
    const application_id = await paidPurchase(liv, await priced(50), world.origin, cards.disputed);
    const dispute = await disputeOf(application_id);
    await decide(dispute, "losing_evidence");
    const before = await toldToOperators();
    await decide(dispute, "winning_evidence");
    expect(await statusOf(application_id)).toBe("lost");
    const entries = await ledgerOf(world.control.items, academy, application_id);
    expect(entries.reduce((sum, { fees = 0 }) => sum + fees, 0)).toBe(entries[1]!.fees);
    expect(await toldToOperators()).toBeGreaterThan(before);
  });
});

describe("an operator's correction", () => {
  const program = join(import.meta.dirname, "../../bin/operate/correct.ts");
  const names = ["TABLE_NAME", "AWS_REGION", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_ENDPOINT_URL_DYNAMODB"];
  const correct = async (...words: string[]) => {
    const env = { PATH: process.env.PATH, ...(await world.control.settings(names)) };
    const said = promisify(execFile)(process.execPath, [program, ...words], { env });
    return said.then(({ stdout }) => stdout).catch(({ stderr }: { stderr: string }) => stderr);
  };

  it("is an entry of its own that sums to 0, written when that is asked for", async () => {
    const application_id = await paidPurchase(academy.as("Liv"), await priced(25), world.origin);
    const entries = () => ledgerOf(world.control.items, academy, application_id);
    const before = await entries();
    const line = 'npm run correct -- --stage <stage> --application app_… --reason "…" platform=15.00 fees=-15.00';
    const filled = { "<stage>": "local", "app_…": application_id, "…": "The statement's fee" };
    const [, ...typed] = asTyped(line, filled);
    const about = typed.slice(0, -1);
    expect(await correct(...about, "fees=-14.00")).toBe("The amounts sum to 100 cents, and not to 0.\n");
    expect(await correct(...about, "fees=-15")).toContain("is not an account with dollars");
    expect(await correct(...typed)).toContain("Nothing was written.");
    expect(await entries()).toEqual(before);
    expect(await correct(...typed, "--write")).toContain("Written.");
    expect(await entries()).toEqual([...before, { platform: 1500, fees: -1500 }]);
    const rows = await world.control.items(`AUDIT#${application_id}`);
    expect(rows.filter(({ type }) => type === "payment.corrected")).toHaveLength(1);
  });
});

describe("kinds of lines", () => {
  it("narrow the history, with a search as well, with sums that match their rows in every period", async () => {
    await world.settle();
    const ada = academy.as("Ada");
    const now = new Date();
    const periods = [{}, { year: now.getUTCFullYear() }, { year: now.getUTCFullYear(), month: now.getUTCMonth() + 1 }];
    const kindsOf = { charge: "sale", refund: "refund", reversal: "dispute", pay: "pay", unearned: "pay" } as const;
    const resultCents = ({ price, reviewer_pay, issuer_share, platform_share }: BillingRow) =>
      Math.round(100 * price) - Math.round(100 * reviewer_pay) - Math.round(100 * (issuer_share + platform_share));
    const listed = async (asked: object) =>
      (await ada.call(organization.listBillingHistory, { limit: 100, ...asked })).body.data;
    for (const period of periods) {
      const { history, results } = await listed(period);
      expect(history.some(({ kind }) => kind === "charge")).toBe(true);
      for (const kind of lineKinds) {
        const of = history.filter(
          (row) =>
            kindsOf[row.kind] === kind ||
            (kind === "dispute" && row.dispute !== undefined) ||
            (kind === "credit" && row.credit !== 0),
        );
        const narrowed = await listed({ ...period, kind });
        expect([kind, narrowed.history, narrowed.total]).toEqual([kind, of, of.length]);
        const own = history.filter((row) => kindsOf[row.kind] === kind).map(resultCents);
        if (kind !== "credit") expect(results?.[kind]).toBe(own.reduce((all, each) => all + each, 0) / 100);
        const found = await listed({ ...period, kind, search: "rivers" });
        const named = of.filter((row) => row.kind !== "pay" && row.name.includes("Rivers"));
        expect([kind, found.history]).toEqual([kind, named]);
      }
    }
  });

  it("leave a reviewer's own pay as it is", async () => {
    const { results } = (await rita.call(organization.listBillingHistory, { kind: "sale" })).body.data;
    expect(results).toBeUndefined();
  });
});
