import { afterAll, beforeAll, expect, test } from "vitest";
import { credentialKeys } from "../../functions/data/keys/credential.ts";
import { organizationKeys } from "../../functions/data/keys/organization.ts";
import { paymentIndexes, paymentKeys, paymentViews } from "../../functions/data/keys/payment.ts";
import { platformKeys } from "../../functions/data/keys/platform.ts";
import { submissionKeys } from "../../functions/data/keys/submission.ts";
import { countedIn } from "../../functions/data/period.ts";
import { indexSteps, wordsOf } from "../../functions/data/search.ts";
import { handler as listBillingHistory } from "../../functions/organization/list-billing-history.ts";
import { type BillingRecord, bill } from "../../functions/payment/model/billing.ts";
import { handler as refund } from "../../functions/payment/refund.ts";
import { itemsOf } from "../bench/growth/items.ts";
import { type Meter, type Metered, startMeter } from "../bench/growth/meter.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { paidPurchase } from "../support/fixtures/payment.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { saleCents } from "../support/fixtures/sale-cents.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { type Copy, type RaceHarness, type Racer, raceHarness } from "../support/race.ts";
import { world } from "../support/world.ts";

const PAYMENTS = 10_000;

let harness: RaceHarness;
let meter: Meter;
let academy: Organization;
let ada: Person;
let lena: Person;
let application_id: string;
let few: Copy;
let many: Copy;

beforeAll(async () => {
  harness = await raceHarness(world.control);
  meter = await startMeter((await world.control.settings(["AWS_ENDPOINT_URL_DYNAMODB"])).AWS_ENDPOINT_URL_DYNAMODB!);
  process.env.AWS_ENDPOINT_URL_DYNAMODB = meter.url;
  academy = await world.newOrganization("Crowded Academy");
  [ada, lena] = [academy.as("Ada"), academy.as("Lena")];
  await ada.token();
  const credential_id = await publishedCredential(academy, [await acceptedReviewer(academy, "Rita")], { price: 25 });
  application_id = await paidPurchase(lena, credential_id, world.origin);
  await world.settle(); // its words are indexed
  const { organization_id } = academy;
  const lists = countedIn(new Date().toISOString()).map((period) => paymentViews.billing(organization_id, period));
  const partitions = [
    ...[ada, lena].map(({ user_id }) => organizationKeys.user(user_id).pk),
    organizationKeys.organization(organization_id).pk,
    paymentKeys.billing(lena.user_id, "").pk,
    submissionKeys.application(application_id).pk,
    paymentKeys.payment(application_id).pk,
    credentialKeys.credential(credential_id).pk,
    paymentIndexes.billing(organization_id),
    ...lists.flatMap((view) => [view, platformKeys.total(view).pk]),
  ];
  [few, many] = [await harness.copy(partitions), await harness.copy(partitions)];
  process.env.TABLE_NAME = "crowd"; // steps name the table they are for
  await many.fill([...itemsOf(transactions())].map((item) => ({ ...item })));
}, 300_000);
afterAll(async () => {
  meter.stop();
  await harness.stop();
});

/** The lines of as many other learners with their words: all of one domain, every fifth a Rivers, some of them Lenas. */
function* transactions() {
  const { organization_id } = academy;
  const domain = lena.email.split("@")[1];
  const at = new Date().toISOString();
  for (let number = 0; number < PAYMENTS; number += 1) {
    const id = String(number).padStart(26, "0");
    const first = number % 500 === 1 ? "Lena" : `First${number % 97}`;
    const last = number % 5 === 0 ? "Rivers" : `Last${number % 89}`;
    const row: BillingRecord = {
      entry_id: `pay_${id}`,
      at,
      kind: "charge",
      organization_id,
      application_id: `app_${id}`,
      cred_id: `crd_${id}`,
      title: "Classroom reading",
      user_id: `usr_${id}`,
      ...saleCents,
    };
    const reference = paymentKeys.billing(row.user_id, row.entry_id);
    const words = wordsOf(first, last, `${last}.${number}@${domain}`, row.title);
    const space = paymentIndexes.billing(organization_id);
    const entry = { reference, sort: row.entry_id, words, searchIndexes: [{ space, facets: {} }] };
    yield [...bill(row), ...indexSteps(reference, undefined, entry)];
  }
}

/** What an answer says, and what it asked of the table. */
async function asked<Data>(copy: Copy, racer: Racer): Promise<{ data: Data; metered: Metered; seconds: number }> {
  const began = performance.now();
  const { result, metered } = await meter.during(() => copy.ask(racer));
  const seconds = (performance.now() - began) / 1000;
  expect(result.status).toBe(200);
  return { data: result.body.data as Data, metered, seconds };
}

interface Found {
  readonly total: number;
  readonly history: readonly { readonly application_id: string; readonly name: string }[];
}
const search = (copy: Copy, text: string) =>
  asked<Found>(copy, { handler: listBillingHistory, person: ada, input: { search: text } });

test.each([
  ["name", 6, 1],
  ["address", 7, 1 + PAYMENTS / 500], // its domain is everybody's, and all Lenas are of it
])("one learner's payment among ten thousand is found by their %s, in %d requests", async (what, requests, total) => {
  const text = what === "name" ? "Lena Rivers" : lena.email;
  const { data, metered } = await search(many, text);
  expect(data.history[0]).toMatchObject({ application_id, name: "Lena Rivers" });
  expect(data.total).toBe(total);
  expect(metered.requests).toBe(requests);
});

test("it is refunded within seconds, by as many requests as the only payment of an organization", async () => {
  const refunding = async (copy: Copy) => {
    const found = await search(copy, lena.email);
    const input = { application_id: found.data.history[0]!.application_id, reason: "Course cancelled" };
    const refunded = await asked<{ status: string }>(copy, { handler: refund, person: ada, input });
    expect(refunded.data).toMatchObject({ status: "credited" });
    return { requests: refunded.metered.requests, seconds: found.seconds + refunded.seconds };
  };
  const [alone, among] = [await refunding(few), await refunding(many)];
  expect(among.requests).toBe(alone.requests);
  expect(among.seconds).toBeLessThan(10);
});
