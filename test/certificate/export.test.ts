import { beforeAll, expect, test } from "vitest";
import { certificateKeys, certificateSort, certificateViews } from "../../functions/data/keys/certificate.ts";
import { relist } from "../../functions/data/relist.ts";
import { put } from "../../functions/data/steps.ts";
import { transact } from "../../functions/data/table.ts";
import { contract } from "../../shared/contract.ts";
import { beginningOf, dayIn, defaultTimezone } from "../../shared/organization/timezone.ts";
import { recordsOf } from "../support/csv.ts";
import { environmentOfFile } from "../support/environment.ts";
import { publishedCredential, textSection } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { earned } from "../support/fixtures/work.ts";
import type { MemberName, Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { world } from "../support/world.ts";
import { markWrittenByHand } from "../support/written-by-hand.ts";

const { certificate, organization, user } = contract;
const names = ["AWS_REGION", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_ENDPOINT_URL_DYNAMODB", "TABLE_NAME"];
environmentOfFile(() => world.control.settings(names));
let school: Organization;
let rita: Person;
let ids: Record<"Lena" | "Leo", string>;

/** Somebody earns a credential of that title; answers the certificate's id once it is signed. */
async function certified(name: MemberName, title: string): Promise<string> {
  const credential_id = await publishedCredential(school, [rita], { title, sections: [textSection] });
  await earned(school.as(name), credential_id, rita);
  await world.settle();
  return (await school.as(name).call(certificate.listOwn)).body.data.credentials[0]!.certificate_id!;
}

beforeAll(async () => {
  school = await world.newOrganization("Exporting School");
  rita = await acceptedReviewer(school, "Rita");
  await school.as("Lena").call(user.update, { first_name: "=cmd|'/c calc'", last_name: "Rivers" });
  ids = { Lena: await certified("Lena", "Weaving"), Leo: await certified("Leo", "Pottery") };
  const revoking = {
    certificate_id: ids.Leo,
    revocation: "issued-in-error" as const,
    reason: "For the learner alone.",
  };
  expect((await school.as("Ada").call(certificate.revoke, revoking)).status).toBe(200);
  await world.settle();
});

/** The lines of a file, once another's parser has read as many records in it. */
function linesOf(text: string): string[] {
  const lines = text.replace("\uFEFF", "").trimEnd().split("\r\n");
  expect(recordsOf(text)).toHaveLength(lines.length);
  return lines;
}
const exported = async (asked: object = {}) =>
  linesOf((await school.as("Ada").call(certificate.exportList, asked)).text);

test("an admin takes the list along as it stands on the page: by state, by words, and by both", async () => {
  const whole = await school.as("Ada").call(certificate.exportList, {});
  expect(whole.headers).toMatchObject({
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": 'attachment; filename="certificates.csv"',
  });
  const today = dayIn(defaultTimezone, new Date().toISOString());
  const [lena, leo] = (["Lena", "Leo"] as const).map((name) => `${world.origin}/c/${ids[name]},${ids[name]}`);
  expect(linesOf(whole.text)).toEqual([
    "First name,Last name,Credential,Earned on,Valid until,Status,Not valid since,Reason,Page,Address,Certificate,Corrected name asked for",
    `Leo,Rivers,Pottery,${today},,Revoked,${today},Issued in error,Shown,${leo},`,
    `'=cmd|'/c calc',Rivers,Weaving,${today},,Active,,,Shown,${lena},`,
  ]);
  expect(await exported({ status: "revoked" })).toEqual([expect.any(String), expect.stringContaining(ids.Leo)]);
  expect(await exported({ search: "weav" })).toEqual([expect.any(String), expect.stringContaining(ids.Lena)]);
  expect(await exported({ search: "river", status: "revoked" })).toHaveLength(2);
  expect(await exported({ search: "weav", status: "revoked" })).toHaveLength(1);
  expect(whole.text).not.toContain("For the learner alone.");
});

test("nobody else takes it along, and an admin of another organization not this one's", async () => {
  const { organization_id } = school;
  for (const name of ["Ivan", "Pia", "Rita", "Lena"] as const)
    expect((await school.as(name).call(certificate.exportList, {})).status).toBe(403);
  expect((await world.as("Abe").call(certificate.exportList, { organization_id })).status).toBe(404);
});

test.each([
  ["America/New_York", "2025-03-09", "2025-03-09T05:00:00.000Z"],
  ["America/New_York", "2025-03-10", "2025-03-10T04:00:00.000Z"],
  ["Pacific/Auckland", "2025-09-28", "2025-09-27T12:00:00.000Z"],
  ["Pacific/Auckland", "2025-04-06", "2025-04-05T11:00:00.000Z"],
  ["America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00.000Z"], // at midnight clocks went on to one
])("a day in %s begins with its first moment: %s", (zone, day, moment) => {
  expect(beginningOf(zone, day)).toBe(moment);
  expect(dayIn(zone, moment)).toBe(day);
  expect(dayIn(zone, new Date(Date.parse(moment) - 1).toISOString()) < day).toBe(true);
});

test("an admin narrows list and file to a credential and to days, from the first moment to the last where they are", async () => {
  const ada = school.as("Ada");
  const all = (await ada.call(certificate.list, {})).body.data.certificates;
  const { cred_id: credential_id } = all.find(({ certificate_id }) => certificate_id === ids.Lena)!;
  const elsewhere = await world.newOrganization("Foreign Exporting School");
  const foreign = await publishedCredential(elsewhere, [await acceptedReviewer(elsewhere, "Rita")]);
  for (const [asked, found] of [
    [{ credential_id }, [ids.Lena]],
    [{ credential_id, status: "revoked" }, []],
    [{ credential_id, search: "rivers", from: "2026-01-01" }, [ids.Lena]],
    [{ credential_id, search: "leo" }, []],
    [{ credential_id, search: "–" }, []],
    [{ credential_id, to: "2026-01-01" }, []],
    [{ to: "2026-01-01" }, []],
    [{ from: "2999-12-31", to: "2999-12-31" }, []],
    [{ credential_id: foreign }, []],
  ] as const) {
    const { total, certificates } = (await ada.call(certificate.list, asked)).body.data;
    expect({ asked, total, found: certificates.map(({ certificate_id }) => certificate_id) }).toEqual({
      asked,
      total: found.length,
      found,
    });
    expect(await exported(asked)).toHaveLength(1 + found.length);
  }
  const before = "Choose a day that isn’t before the first one.";
  const date = "Enter a date such as 2026-12-24.";
  for (const [asked, fields] of [
    [{ from: "2026-02-02", to: "2026-02-01" }, { to: before }],
    ...["2026-02-31", "", "yesterday", "9999-12-31", "0001-01-01"].map((to) => [{ to }, { to: date }] as const),
  ] as const) {
    for (const call of [certificate.list, certificate.exportList]) {
      const { status, body } = await ada.call(call, asked);
      expect({ asked, status, fields: body.error.fields }).toEqual({ asked, status: 400, fields });
    }
  }

  const dated = await world.newOrganization("Dated School");
  await transact([markWrittenByHand(dated.organization_id)]);
  const [, write] = await copying(dated.organization_id);
  // the 9th of March 2025 in New York, where clocks went forward that night, and the moments beside it
  const moments = ["09T04:59:59.999", "09T05:00:00.000", "10T03:59:59.999", "10T04:00:00.000"];
  await transact(moments.flatMap((moment, number) => write(number, `2025-03-${moment}Z`)));
  const of = async (asked: object) => {
    const { total, certificates } = (await dated.as("Ada").call(certificate.list, asked)).body.data;
    expect(certificates).toHaveLength(total);
    return certificates.map(({ certificate_id }) => Number(certificate_id.slice(4)));
  };
  const day = "2025-03-09";
  expect(await of({ from: day, to: day })).toEqual([2, 1]);
  expect(await of({ from: day, sort: "oldest" })).toEqual([1, 2, 3]);
  expect(await of({ to: day })).toEqual([2, 1, 0]);
  const file = linesOf((await dated.as("Ada").call(certificate.exportList, { from: day, to: day })).text);
  expect(file.slice(1).map((row) => row.split(",")[3])).toEqual([day, day]);
});

/** A certificate to copy into an organization, and the steps that write a copy of this number, earned at that moment. */
async function copying(organization_id: string) {
  const kept = (await world.control.item(certificateKeys.certificate(ids.Lena).pk, "META"))!;
  const write = (number: number, earned_on: string) => {
    const certificate_id = `crt_${String(number).padStart(26, "0")}`;
    const ids = { user_id: "usr_1", cred_id: "crd_1", application_id: `app_${number}`, certificate_id };
    const key = certificateKeys.certificate(certificate_id);
    const views = [undefined, "active"].map((status) => certificateViews.certificates(organization_id, status));
    return [
      put(key, { ...kept, ...ids, organization_id, earned_on }),
      ...relist(key, certificateSort({ earned_on, certificate_id }), [], views),
    ];
  };
  return [{ earned_on: String(kept.earned_on) }, write] as const;
}

test("a long list is written in the background, in the state and of the days that were asked for", async () => {
  const large = await world.newOrganization("Large Exporting School");
  const { organization_id } = large;
  await transact([markWrittenByHand(organization_id)]);
  const [{ earned_on }, write] = await copying(organization_id);
  for (let from = 0; from < 1001; from += 25) {
    const numbers = Array.from({ length: Math.min(25, 1001 - from) }, (_, index) => from + index);
    await transact(numbers.flatMap((number) => write(number, earned_on)));
  }
  await transact(write(1001, "2025-03-09T12:00:00.000Z"));
  const from = dayIn(defaultTimezone, earned_on);
  const ada = large.as("Ada");
  const asked = await ada.call(certificate.exportList, { status: "active", from });
  expect(asked.status).toBe(202);
  await world.settle();
  const [made] = (await ada.call(organization.listExports, {})).body.data.exports;
  expect(made).toMatchObject({
    kind: "certificates",
    status: "done",
    rows_done: 1001,
    subtitle: `Active, since ${from}`,
  });
  expect(linesOf(await (await fetch(made!.url!)).text())).toHaveLength(1002);
});
