import { beforeAll, expect, test } from "vitest";
import { certificateKeys, certificateSort, certificateViews } from "../../functions/data/keys/certificate.ts";
import { relist } from "../../functions/data/relist.ts";
import { put, transact } from "../../functions/data/table.ts";
import { contract } from "../../shared/contract.ts";
import { dayIn, defaultTimezone } from "../../shared/organization/timezone.ts";
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
  expect((await world.as("Abe").call(certificate.exportList, { organization_id })).status).toBe(403);
});

test("a long list is written in the background, in the state that was asked for", async () => {
  const large = await world.newOrganization("Large Exporting School");
  const { organization_id } = large;
  await transact([markWrittenByHand(organization_id)]);
  const kept = (await world.control.item(certificateKeys.certificate(ids.Lena).pk, "META"))!;
  for (let from = 0; from < 1001; from += 25) {
    const steps = Array.from({ length: Math.min(25, 1001 - from) }, (_, index) => {
      const certificate_id = `crt_${String(from + index).padStart(26, "0")}`;
      const item = {
        ...kept,
        organization_id,
        certificate_id,
        ...{ user_id: "usr_1", cred_id: "crd_1" },
        application_id: `app_${from + index}`,
      };
      const sort = certificateSort({ earned_on: String(kept.earned_on), certificate_id });
      const key = certificateKeys.certificate(certificate_id);
      return [put(key, item), ...relist(key, sort, [], [certificateViews.certificates(organization_id, "active")])];
    });
    await transact(steps.flat());
  }
  const ada = large.as("Ada");
  const asked = await ada.call(certificate.exportList, { status: "active" });
  expect(asked.status).toBe(202);
  await world.settle();
  const [made] = (await ada.call(organization.listExports, {})).body.data.exports;
  expect(made).toMatchObject({ kind: "certificates", status: "done", rows_done: 1001, subtitle: "Active" });
  expect(linesOf(await (await fetch(made!.url!)).text())).toHaveLength(1002);
});
