import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import { receiptNumber } from "../../shared/payment/rules.ts";
import * as paths from "../../shared/platform/paths.ts";
import { draftAt } from "../../web/ui/forms/drafts.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { applied, paidPurchase, secretFor, typeCard } from "../support/fixtures/payment.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { answerInstead, open, press, said, signInAs, toasts, type, typedIn } from "../support/portal.tsx";
import { world } from "../support/world.ts";

let school: Organization;
let rita: Person;
beforeAll(async () => {
  school = await world.newOrganization("Paying School");
  rita = await acceptedReviewer(school, "Rita");
});

/** Opens the payment of a credential somebody has applied for, and types a card. */
async function openPayment(person: Person, number: string) {
  const credential_id = await publishedCredential(school, [rita], { price: 25 });
  await person.call(contract.credential.apply, { credential_id });
  const portal = await open(paths.pay(credential_id), person);
  await said("Sandbox: no money moves");
  type("Card number", number);
  type("Expiry month", "12");
  type("Expiry year", "2039");
  type("Security code", "123");
  return { portal, credential_id };
}

test("a declined card charges nothing and keeps what was typed; another one pays and leads to the work", async () => {
  const { portal, credential_id } = await openPayment(school.as("Lena"), "4000000000000002");
  press("Pay $25.00");
  await said("You weren’t charged");
  expect(typedIn("Security code")).toBe("123");
  type("Card number", "4242424242424242");
  press("Pay $25.00");
  await waitFor(() => expect(toasts()).toContain("Payment received."));
  await waitFor(() => expect(portal.path()).toBe(paths.submitWork(credential_id)));
});

test("a payment whose answer is lost is asked for again, and is found to be paid", async () => {
  const { portal, credential_id } = await openPayment(school.as("Leo"), "4242424242424242");
  const mend = answerInstead(["POST /user/charge"], () => Response.json({}, { status: 500 }));
  press("Pay $25.00");
  await said("We couldn’t complete your payment");
  expect(screen.getByText(/You won’t be charged twice/)).toBeTruthy();
  mend();
  press("Pay $25.00");
  await waitFor(() => expect(portal.path()).toBe(paths.submitWork(credential_id)));
});

test("a page loaded anew while a card is charged says so, and goes on when it is through", async () => {
  const liv = school.as("Liv");
  const credential_id = await publishedCredential(school, [rita], { price: 25 });
  await applied(liv, credential_id);
  const secret = await secretFor(liv, credential_id);
  await signInAs(liv);
  draftAt({ kind: "charge", about: credential_id, kept: "tab" }).keep({ stripe_id: secret.stripe_id, at: Date.now() });
  const portal = await open(paths.pay(credential_id));
  await said("Your payment is processing");
  expect(screen.queryByRole("button", { name: "Withdraw application" })).toBeNull();
  await typeCard(world.origin, secret);
  await waitFor(() => expect(portal.path()).toBe(paths.submitWork(credential_id)));
});

test("an application is withdrawn from the payment's page", async () => {
  const { portal, credential_id } = await openPayment(school.as("Liv"), "4242424242424242");
  press("Withdraw application");
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(dialog.getByRole("button", { name: "Withdraw application" }));
  await said(/^You withdrew this application\./);
  expect(portal.path()).toMatch(/^\/mySubmissions\/app_/);
  const { closed } = (await school.as("Liv").call(contract.submission.read, { credential_id })).body.data;
  expect(closed).toMatchObject({ because: "withdrawn" });
});

test("an application that another window has withdrawn is not said to be paid", async () => {
  const leo = school.as("Leo");
  const { portal, credential_id } = await openPayment(leo, "4242424242424242");
  const { application_id } = (await leo.call(contract.submission.read, { credential_id })).body.data;
  expect((await leo.call(contract.payment.withdrawApplication, { application_id })).status).toBe(200);
  press("Pay $25.00");
  await said(/^You withdrew this application\./);
  expect(portal.path()).toBe(paths.mySubmission(application_id));
  expect(toasts()).not.toContain("Payment received.");
});

test("a paid submission leads to its receipt, fit for print", async () => {
  const leo = school.as("Leo");
  const credential_id = await publishedCredential(school, [rita], { price: 25 });
  const application_id = await paidPurchase(leo, credential_id, world.origin);
  const portal = await open(paths.mySubmission(application_id), leo);
  fireEvent.click(await screen.findByRole("link", { name: "Receipt" }));
  await screen.findByRole("heading", { name: "Receipt" });
  expect(portal.path()).toBe(paths.receipt(application_id));
  for (const text of [receiptNumber({ application_id }), school.name, leo.email, "Leo Rivers"])
    expect(screen.getAllByText(text).length).toBeGreaterThan(0);
  expect(screen.getByRole("button", { name: "Print or save as PDF" })).toBeTruthy();
});

const amountNames = ["price", "card", "credit", "reviewer_pay", "issuer_share", "platform_share", "organization_share"];

/** The amounts of a panel of payment history. */
const amountsOf = (name: string) =>
  [...screen.getByRole("heading", { name }).closest(".panel")!.querySelectorAll("dd:not(.key-values-note)")].map(
    ({ textContent }) => textContent,
  );

test("in payment history, what was paid adds up to who gets it, with what the organization pays itself", async () => {
  const totals = { price: 1420, card: 1420, credit: 0, reviewer_pay: 593.5 };
  const shares = { issuer_share: 481.5, platform_share: 288.9, organization_share: 192.6 };
  answerInstead(["GET /organization/billinghistory"], () =>
    Response.json({ data: { history: [], total: 0, totals: { ...totals, ...shares } } }),
  );
  await open(paths.paymentHistory, school.as("Ada"));
  await said("$1,556.50");
  expect(amountsOf("Who paid")).toEqual(["$1,420.00", "$136.50", "$1,556.50"]);
  expect(amountsOf("Who gets it")).toEqual(["$593.50", "$481.50", "$288.90", "$192.60"]);
});

test("payment history says first what the organization made last month, and each part opens its entries of that month", async () => {
  const now = new Date();
  const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1));
  const [year, month] = [String(before.getUTCFullYear()), String(before.getUTCMonth() + 1)];
  const none = {
    price: 0,
    card: 0,
    credit: 0,
    reviewer_pay: 0,
    issuer_share: 0,
    platform_share: 0,
    organization_share: 0,
  };
  const asked: string[] = [];
  answerInstead(["GET /organization/billinghistory"], ({ request }) => {
    const query = new URL(request.url).searchParams;
    if (query.get("limit") !== "1") asked.push(`${query.get("year")}-${query.get("month")} ${query.get("kind")}`);
    const isLastMonth = query.get("year") === year && query.get("month") === month;
    const totals = { ...none, price: 134, issuer_share: 66.75, platform_share: 40.55, organization_share: 26.7 };
    const results = { sale: 32, refund: -2.6, dispute: -2.7, pay: -226.5 };
    const data = isLastMonth
      ? { totals: { ...totals, reviewer_pay: 226.5 }, results }
      : { totals: none, results: { sale: 0, refund: 0, dispute: 0, pay: 0 } };
    return Response.json({ data: { history: [], total: 0, ...data } });
  });
  const portal = await open(paths.paymentHistory, school.as("Ada"));
  await said("-$199.80");
  expect(amountsOf("Your result")).toEqual(["$32.00", "-$2.60", "-$2.70", "-$226.50", "-$199.80"]);
  const opened = `${paths.paymentHistory}?year=${year}&month=${month}`;
  for (const [amount, kind] of [
    ["$32.00", "sale"],
    ["-$2.60", "refund"],
    ["-$2.70", "dispute"],
    ["-$226.50", "pay"],
  ]) {
    fireEvent.click(screen.getByRole("link", { name: amount! }));
    await waitFor(() => expect(portal.path()).toBe(`${opened}&kind=${kind}`));
    await waitFor(() => expect(asked).toContain(`${year}-${month} ${kind}`));
  }
  await said("No matches");
  fireEvent.click(screen.getByRole("link", { name: "-$199.80" }));
  await waitFor(() => expect(portal.path()).toBe(opened));
});

test("payment history says apart that nothing was paid, that nothing matches and that it could not be read", async () => {
  const nothing = { history: [], total: 0, totals: { ...Object.fromEntries(amountNames.map((name) => [name, 0])) } };
  const mend = answerInstead(["GET /organization/billinghistory"], () => Response.json({ data: nothing }));
  await open(paths.paymentHistory, school.as("Ada"));
  await said("No payments yet");
  mend();
  const mendAgain = answerInstead(["GET /organization/billinghistory"], () => Response.json({ data: nothing }));
  const portal = await open(`${paths.paymentHistory}?kind=refund`, school.as("Ada"));
  await said("No matches");
  press("Clear filters");
  await waitFor(() => expect(portal.path()).toBe(paths.paymentHistory));
  mendAgain();
  answerInstead(["GET /organization/billinghistory"], () => Response.json({}, { status: 500 }));
  await open(`${paths.paymentHistory}?kind=dispute`, school.as("Ada"));
  await said("We couldn’t load the list");
});

test("a learner has one list of what they bought, with receipts and credit", async () => {
  const lena = school.as("Lena");
  const credential_id = await publishedCredential(school, [rita], { price: 25, title: "Bought notes" });
  const application_id = await paidPurchase(lena, credential_id, world.origin);
  const portal = await open(paths.purchases, lena);
  const row = within((await screen.findByRole("link", { name: "Bought notes" })).closest("tr")!);
  expect(row.getByText("Paid")).toBeTruthy();
  fireEvent.click(row.getByRole("link", { name: receiptNumber({ application_id }) }));
  await screen.findByRole("heading", { name: "Receipt" });
  expect(portal.path()).toBe(paths.receipt(application_id));
});

test("a purchase that became product credit says so in the list, beside the credit", async () => {
  const leo = school.as("Leo");
  const credential_id = await publishedCredential(school, [rita], { price: 25, title: "Returned notes" });
  const application_id = await paidPurchase(leo, credential_id, world.origin);
  const input = { application_id, reason: "Course cancelled" };
  expect((await school.as("Ada").call(contract.payment.refund, input)).status).toBe(200);
  await open(paths.purchases, leo);
  await said(/^Became product credit /);
  await waitFor(() => expect(amountsOf("Product credit")).toEqual(["$25.00", "$0.00"]));
});

test("a refund says before what it does to this very sale, and does it", async () => {
  const liv = school.as("Liv");
  const credential_id = await publishedCredential(school, [rita], { price: 25, title: "Refunded notes" });
  await paidPurchase(liv, credential_id, world.origin);
  await open(paths.paymentHistory, school.as("Ada"));
  fireEvent.click(await screen.findByRole("button", { name: /^Actions for Liv Rivers, Refunded notes/ }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Refund as credit" }));
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByText("Liv Rivers gets $25.00 of product credit.");
  const said = within(dialog.getByRole("list", { name: "What happens" })).getAllByRole("listitem");
  expect(said.slice(1).map(({ textContent }) => textContent)).toEqual([
    "Their submission isn’t complete. It’s closed, and any review of it ends.",
    "No reviewer has earned anything of it yet.",
    expect.stringMatching(/^Your result is \$\d+\.\d\d lower\. You can’t undo this\.$/),
  ]);
  fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: "Course cancelled" } });
  fireEvent.click(dialog.getByRole("button", { name: "Refund as credit" }));
  await waitFor(() => expect(toasts()).toContain("Refunded as product credit."));
  expect((await liv.call(contract.payment.readCredit, {})).body.data.balance).toBe(25);
  await waitFor(() => expect(document.activeElement?.id).toBe("main")); // its row has no menu any more
});
