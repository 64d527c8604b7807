import { beforeAll, describe, expect, test } from "vitest";
import type { Caller } from "../../bin/seed/client.ts";
import { contract } from "../../shared/contract.ts";
import { bodyLimits } from "../../shared/http/call.ts";
import { undocumented } from "../support/api-document.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { refundedPurchase } from "../support/fixtures/payment.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { accepted, verdict } from "../support/fixtures/work.ts";
import type { Organization } from "../support/organization.ts";
import { world } from "../support/world.ts";

const { auth, credential, file, organization, payment, platform, submission, user, review, certificate } = contract;

/** The answers of the people below, by route and status, and what in them the API document does not say. */
const answers = new Set<string>();
const faults: string[] = [];

/** Somebody whose answers are compared with the API document. */
const compared = <Somebody extends Caller>(somebody: Somebody): Somebody => ({
  ...somebody,
  async call(...[call, input, options]: Parameters<Caller["call"]>) {
    const reply = await somebody.call(call, input, options);
    answers.add(`${reply.status} ${call.route}`);
    const fault = undocumented(call, reply);
    if (fault !== undefined) faults.push(`${call.route}: ${fault}`);
    return reply;
  },
});

const anyone = compared(world.anyone);
let academy: Organization;

beforeAll(async () => {
  const made = await world.newOrganization();
  academy = { ...made, as: (name) => compared(made.as(name)) };
});

describe("answers are as the API document says", () => {
  test("from an empty profile to a certificate", async () => {
    const rita = await acceptedReviewer(academy, "Rita");
    const cred_id = await publishedCredential(academy, [rita]);
    const lena = academy.as("Lena");
    const work = await accepted(lena, cred_id, rita);
    await rita.call(review.read, { credential_job_id: work.credential_job_id });
    await rita.call(review.rejectSection, verdict(work, 0));
    await rita.call(review.acceptSection, verdict(work, 1));
    await lena.call(submission.submit, {
      application_id: work.application_id,
      credential_id: cred_id,
      sections: [{ section_id: work.section_ids[0]!, response: "<p>Mended.</p>" }],
    });
    await rita.call(review.acceptSection, verdict(work, 0));
    await rita.call(review.acceptSection, verdict(work, 0, { grade: "B" }));
    const { organization_id: org_id } = academy;
    await anyone.call(certificate.readOwn, { org_id, user_id: lena.user_id, cred_id });
    await academy.as("Ada").call(credential.exportApplicants, { cred_id });
    expect(faults).toEqual([]);
    expect(answers).toContain("200 POST /credential/publish");
    expect(answers).toContain("200 PUT /user/section/accept");
    expect(answers).toContain("409 PUT /user/section/accept");
    expect(answers).toContain("200 GET /Certificate");
    expect(answers).toContain("200 GET /credential/applicantslistcsv");
  });

  test("from a payment to its refund", async () => {
    const cred_id = await publishedCredential(academy, [await acceptedReviewer(academy, "Ray")], { price: 40 });
    const application_id = await refundedPurchase(academy, academy.as("Leo"), cred_id, world.origin);
    await academy.as("Ada").call(payment.refund, { application_id, reason: "Again" });
    await academy.as("Leo").call(payment.readCredit);
    await academy.as("Ada").call(organization.listBillingHistory);
    await academy.as("Ada").call(organization.exportBillingHtml);
    expect(faults).toEqual([]);
    expect(answers).toContain("200 POST /payment/refund");
    expect(answers).toContain("409 POST /payment/refund");
    expect(answers).toContain("200 GET /organization/billinghistoryhtml");
  });

  test("of what is written elsewhere", async () => {
    const ada = academy.as("Ada");
    await ada.call(organization.createRole, { name: "Assistant", role_perms: ["Read"] });
    await ada.call(user.invite, { invitations: [{ email: "new@answers.test", role: 5 }] });
    await ada.call(user.update, { first_name: "Adah" });
    await ada.call(file.upload, { name: "plan.pdf", size: 100, type: "application/pdf", folder: "resources" });
    await ada.call(user.markNoticesRead);
    const cred_id = await publishedCredential(academy, [academy.as("Rita")]);
    const url = `${world.origin}/credential/details/${academy.organization_id}/${cred_id}`;
    const shortened = await ada.call(certificate.shorten, { url });
    await anyone.call(certificate.followShort, { code: shortened.body.data.code });
    expect(faults).toEqual([]);
    expect(answers).toContain("200 POST /orgroletype");
    expect(answers).toContain("200 POST /user/invite");
    expect(answers).toContain("200 POST /file/upload");
    expect(answers).toContain("302 GET /s/{code}");
  });

  test("of refusals, the gateway's own among them", async () => {
    const ada = academy.as("Ada");
    const idempotencyKey = "answers-of-one-role";
    await ada.call(organization.createRole, { name: "One", role_perms: ["Read"] }, { idempotencyKey });
    await ada.call(organization.createRole, { name: "Other", role_perms: ["Read"] }, { idempotencyKey });
    await anyone.call(user.listNotices);
    await anyone.call(auth.login, { email: "nobody@answers.test", password: "wrong" });
    await academy.as("Lena").call(organization.createRole, { name: "Mine", role_perms: ["Read"] });
    await ada.call(credential.read, { credential_id: "crd_none" });
    await ada.call(credential.create, { title: "x".repeat(bodyLimits.imageBytes) });
    await anyone.call(platform.health, { more: "than it takes" });
    expect(faults).toEqual([]);
    expect(answers).toContain("409 POST /orgroletype");
    expect(answers).toContain("401 GET /user/notices");
    expect(answers).toContain("400 POST /user/login");
    expect(answers).toContain("403 POST /orgroletype");
    expect(answers).toContain("404 GET /credential/details");
    expect(answers).toContain("413 POST /credential");
    expect(answers).toContain("400 GET /health");
  });
});

test("an answer that the API document does not tell of is noticed", async () => {
  const reply = await academy.as("Ada").call(organization.read);
  const { data } = reply.body;
  const said = (other: Partial<typeof reply>) => undocumented(organization.read, { ...reply, ...other });
  const { name: _, ...nameless } = data;
  const withBody = (body: object) => said({ body: body as typeof reply.body });
  expect(said({})).toBeUndefined();
  expect(withBody({ data: nameless })).toMatch(/must have required property 'name'/);
  expect(withBody({ data: { ...data, created_on: "yesterday" } })).toMatch(/must match format "date-time"/);
  expect(said({ status: 201 })).toBe("201 is not documented");
  expect(said({ headers: { "content-type": "text/html" } })).toBe("200 is text/html");
  const refused = { error: { code: "credential.closed", message: "Closed" } };
  expect(said({ status: 409, body: refused as typeof reply.body })).toBe("409 credential.closed is not documented");
});
