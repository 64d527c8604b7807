import { GetObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { beforeAll, expect, test } from "vitest";
import { paymentKeys } from "../../functions/data/keys/payment.ts";
import { reviewerKeys } from "../../functions/data/keys/reviewer.ts";
import { get, transact } from "../../functions/data/table.ts";
import { Payout } from "../../functions/payment/model/earned-pay.ts";
import { addPayee, beginRun, payOutSteps } from "../../functions/payment/model/payout.ts";
import { BankRecord } from "../../functions/reviewer/model/bank.ts";
import { contract } from "../../shared/contract.ts";
import { recordsOf } from "../support/csv.ts";
import { environmentOfFile } from "../support/environment.ts";
import { publishedCredential, textSection } from "../support/fixtures/credential.ts";
import { ledgerOf, sum } from "../support/fixtures/payment.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { earned, jobOf } from "../support/fixtures/work.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { world } from "../support/world.ts";

const { reviewer, review } = contract;
const names = ["AWS_REGION", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_ENDPOINT_URL_DYNAMODB", "TABLE_NAME"];
const more = ["AWS_ENDPOINT_URL_S3", "EXPORTS_BUCKET"];
environmentOfFile(() => world.control.settings([...names, ...more]));
let academy: Organization;
let credential_id: string;
const street = '12 "Marker" Lane, 2nd floor';
let [rita, ray]: Person[] = [];

beforeAll(async () => {
  academy = await world.newOrganization("Payday Academy");
  rita = await acceptedReviewer(academy, "Rita");
  ray = await acceptedReviewer(academy, "Ray");
  // 20 minutes at 30 dollars an hour are 10 dollars; nobody pays for it, so the organization owes it
  credential_id = await publishedCredential(academy, [rita, ray], { rate: 30, sections: [textSection] });
  const account = { bank_id: 7, account_holder: "Rita Rivers", aba: "021000021", address: street };
  expect(await rita.call(reviewer.saveBank, { ...account, account_number: "000918273645" })).toMatchObject({
    status: 200,
  });
});

/** A learner's work reviewed to its end by a reviewer; answers the job. */
const reviewed = async (name: "Lena" | "Leo" | "Liv", by: Person): Promise<string> =>
  jobOf(academy.as(name), await earned(academy.as(name), credential_id, by));

interface Report {
  readonly run_id: string;
  readonly files: readonly string[];
}
/** Pays out as an operator of this machine does: by the address that also runs schedules. */
async function run(): Promise<Report> {
  const answer = await fetch(`${world.origin}/sandbox/schedules/export-payouts`, { method: "POST" });
  const text = await answer.text();
  expect(text).toContain("export-payouts has run.");
  return JSON.parse(text.slice(text.indexOf("{"))) as Report;
}

/** What pays Rita in a run's files: lines of the bank's file, and records of the table. */
async function ritasLines({ files }: Report): Promise<{ bank: string[]; table: string[][] }> {
  const sdk = new S3Client({ forcePathStyle: true });
  const read = async (end: string) => {
    const Key = files.find((file) => file.endsWith(end));
    if (Key === undefined) return "";
    const { Body } = await sdk.send(new GetObjectCommand({ Bucket: process.env.EXPORTS_BUCKET!, Key }));
    return Body!.transformToString();
  };
  const bank = (await read(".ach")).split("\r\n").filter((line) => line.includes(rita!.user_id.slice(-15)));
  const table = recordsOf(await read(".csv")).filter(([person]) => person === rita!.user_id);
  sdk.destroy();
  return { bank, table };
}
const sums = async (person: Person) => {
  const { earned, due, paid } = (await person.call(review.payments, {})).body.data;
  return { earned, due, paid };
};

test("a run pays what is due to those with an account, once, however often and by how many it is started", async () => {
  const first = await reviewed("Lena", rita!);
  await reviewed("Leo", ray!); // has no account: the pay waits
  const reports = await Promise.all([run(), run()]);
  const lines = await Promise.all([...new Map(reports.map((each) => [each.run_id, each])).values()].map(ritasLines));
  expect(lines.flatMap(({ bank }) => bank)).toEqual([
    expect.stringMatching(/^622021000021000918273645 {5}0000001000.{15}RITA RIVERS {11} {2}0091000010\d{6}$/),
  ]);
  expect(lines.flatMap(({ table }) => table)).toEqual([
    [rita!.user_id, "Rita Rivers", "Chase", "checking", '="021000021"', '="000918273645"', street, "1", "10.00"],
  ]);
  expect(await sums(rita!)).toEqual({ earned: 10, due: 0, paid: 10 });
  expect(await sums(ray!)).toEqual({ earned: 10, due: 10, paid: 0 });
  const { payments } = (await rita!.call(review.payments, {})).body.data;
  expect(payments).toMatchObject([{ credential_job_id: first, status: "paid", paid_on: expect.any(String) }]);

  expect(await ritasLines(await run())).toEqual({ bank: [], table: [] });
  await world.settle();
  const subjects = (await world.mails.to(rita!.email)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.includes("on its way"))).toEqual([
    "$10.00 is on its way to your bank account",
  ]);
  const entries = await ledgerOf(world.control.items, academy);
  expect(entries.filter(({ cash }) => cash)).toEqual([{ reviewer_payable: 1000, cash: -1000 }]);
  for (const entry of entries) expect(sum(entry)).toBe(0);
  const people = await world.control.items(`PAYOUTRUN#${reports[0]!.run_id}`);
  expect(JSON.stringify(people)).not.toContain("sealed");
});

test("a run that was cut off half-way goes on as the same run, with one file for all of it", async () => {
  const half = await reviewed("Liv", rita!);
  const account = (await get(BankRecord, reviewerKeys.bank(rita!.user_id)))!;
  const run_id = `run_${academy.organization_id.slice(4)}`;
  const begun = { run_id, status: "open", started_on: "2026-11-20T10:00:00.000Z" } as const;
  await transact(beginRun({ ...begun, effective_on: "2026-11-23", modifier: "A" }));
  await transact([addPayee(run_id, account)]);
  const due = (await get(Payout, paymentKeys.payout(half)))!;
  const stale = transact(payOutSteps(due, run_id, { status: "paid" })); // nobody has paid for it, so it is not as read
  await expect(stale).rejects.toMatchObject({ code: "state.changed" });
  await transact(payOutSteps(due, run_id));

  const other = await publishedCredential(academy, [rita!], { rate: 60, sections: [textSection] });
  [credential_id] = [other];
  await reviewed("Lena", rita!);
  const report = await run();
  expect(report.run_id).toBe(run_id);
  const { bank, table } = await ritasLines(report);
  expect(bank).toHaveLength(1);
  expect(bank[0]!.slice(29, 39)).toBe("0000003000");
  expect(table[0]?.slice(-2)).toEqual(["2", "30.00"]);
  expect(await sums(rita!)).toEqual({ earned: 40, due: 0, paid: 40 });
});
