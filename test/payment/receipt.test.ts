import { beforeAll, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { applied, paidPurchase } from "../support/fixtures/payment.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { submitted } from "../support/fixtures/work.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { world } from "../support/world.ts";

const { organization, payment } = contract;
let academy: Organization;
let rita: Person;
beforeAll(async () => {
  academy = await world.newOrganization("Receipt Academy");
  rita = await acceptedReviewer(academy, "Rita");
  const ada = academy.as("Ada");
  const { version } = (await ada.call(organization.read, {})).body.data;
  const changed = await ada.call(organization.update, {
    organization_id: academy.organization_id,
    version,
    name: academy.name,
    description: "<p>Teaches.</p>",
    address: "1 Harbor Road, Portland",
    phone: "555-010-1234",
  });
  expect(changed.status).toBe(200);
});

test("a receipt says when it was paid, by whom, to whom and how, on paper and in the mail", async () => {
  const lena = academy.as("Lena");
  const application_id = await paidPurchase(
    lena,
    await publishedCredential(academy, [rita], { price: 25 }),
    world.origin,
  );
  const { data } = (await lena.call(payment.readReceipt, { application_id })).body;
  expect(data).toMatchObject({
    number: `${application_id.slice(-10, -5)}-${application_id.slice(-5)}`,
    payer: { name: "Lena Rivers", email: lena.email },
    organization: { name: academy.name, address: "1 Harbor Road, Portland" },
    title: "Classroom reading",
    method: "card",
    status: "paid",
    price: 25,
    credit: 0,
    amount: 25,
  });
  await world.settle();
  const [mail] = (await world.mails.to(lena.email)).filter(({ subject }) => subject.startsWith("Receipt"));
  const today = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "America/New_York" }).format(
    new Date(data.paid_on),
  );
  expect(mail!.text).toContain(`Paid by: Lena Rivers, on ${today}`);
  expect(mail!.text).toContain(`Paid to: ${academy.name}, 1 Harbor Road, Portland`);
  expect(mail!.text).toContain(`/mySubmissions/${application_id}/receipt`);

  const refunded = { application_id, reason: "Course cancelled" };
  expect((await academy.as("Ada").call(payment.refund, refunded)).status).toBe(200);
  const after = (await lena.call(payment.readReceipt, { application_id })).body.data;
  expect(after).toMatchObject({ status: "credited", number: data.number });
  expect(after.credited_on).toBeDefined();
});

test("there is none of what was not paid, was free, or is somebody else's", async () => {
  const leo = academy.as("Leo");
  const unpaid = await applied(leo, await publishedCredential(academy, [rita], { price: 25 }));
  expect((await leo.call(payment.readReceipt, { application_id: unpaid })).status).toBe(404);
  const free = await submitted(leo, await publishedCredential(academy, [rita], { rate: 0 }));
  expect((await leo.call(payment.readReceipt, { application_id: free.application_id })).status).toBe(404);
  const paid = await paidPurchase(leo, await publishedCredential(academy, [rita], { price: 25 }), world.origin);
  expect((await academy.as("Lena").call(payment.readReceipt, { application_id: paid })).status).toBe(404);
});

test("a review without pay does not pay $0.00 in any mail", async () => {
  await world.settle();
  const told = (await world.mails.to(rita.email)).filter(({ subject }) => subject.startsWith("New review job"));
  expect(told.some(({ text }) => text?.includes("This job is unpaid."))).toBe(true);
  for (const { text } of told) expect(text).not.toContain("$0.00");
});
