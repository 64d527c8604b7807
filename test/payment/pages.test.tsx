import { screen, waitFor } from "@testing-library/react";
import { beforeAll, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import * as paths from "../../shared/platform/paths.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { answerInstead, open, press, said, toasts, type, typedIn } from "../support/portal.tsx";
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
  await said("You were not charged");
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
  await said("We could not finish your payment");
  expect(screen.getByText(/you are never charged twice/)).toBeTruthy();
  mend();
  press("Pay $25.00");
  await waitFor(() => expect(portal.path()).toBe(paths.submitWork(credential_id)));
});
