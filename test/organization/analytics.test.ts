import { beforeAll, describe, expect, test } from "vitest";
import { additionsOf, attributesOf } from "../../functions/platform/model/metrics.ts";
import { contract } from "../../shared/contract.ts";
import { metricsFrom, monthAfter, monthsBetween, sumOf } from "../../shared/organization/analytics.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { accepted, verdict } from "../support/fixtures/work.ts";
import type { Organization } from "../support/organization.ts";
import { world } from "../support/world.ts";

const { organization, review } = contract;
const thisMonth = new Date().toISOString().slice(0, 7);
let academy: Organization;
let credential_id: string;

beforeAll(async () => {
  academy = await world.newOrganization("Figures Academy");
  const rita = await acceptedReviewer(academy, "Rita");
  credential_id = await publishedCredential(academy, [rita]);
  const work = await accepted(academy.as("Lena"), credential_id, rita);
  for (const index of [0, 1] as const)
    expect(
      (await rita.call(review.acceptSection, verdict(work, index, index === 0 ? { section_rubric: [] } : {}))).status,
    ).toBe(200);
  await world.settle();
});

describe("analytics", () => {
  test("count learners, applications, completions, decisions, hours and pay of the months asked for", async () => {
    const { status, body } = await academy.as("Ada").call(organization.readAnalytics, {});
    expect(status).toBe(200);
    const { totals, before, months, credentials } = body.data;
    expect(totals).toEqual({
      learners: 1,
      applications: 1,
      submissions: 1,
      completions: 1,
      completion_rate: 1,
      hours_to_first_decision: expect.any(Number),
      reviewer_hours: 0.58,
      revenue: 0,
      reviewer_pay: 11.67,
      issuer_share: 0,
      platform_share: 0,
      organization_share: 0,
    });
    expect(before).toMatchObject({ applications: 0, completion_rate: null, hours_to_first_decision: null });
    expect(months).toHaveLength(12);
    expect(months.at(-1)).toEqual({ month: thisMonth, ...totals });
    expect(credentials).toEqual([{ credential_id, title: "Classroom reading", ...totals }]);
  });

  test("leave out what lies outside the months", async () => {
    const to = monthAfter(thisMonth, -1);
    const { body } = await academy.as("Ada").call(organization.readAnalytics, { from: monthAfter(to, -1), to });
    expect(body.data).toMatchObject({ from: monthAfter(to, -1), to, totals: { applications: 0 } });
    expect(body.data.months.map(({ month }) => month)).toEqual([monthAfter(to, -1), to]);
    expect(body.data.credentials).toMatchObject([{ credential_id, applications: 0 }]);
  });

  test("refuse months the wrong way round, too many of them and what is no month", async () => {
    const ask = async (input: object) => {
      const { status, body } = await academy.as("Ada").call(organization.readAnalytics, input);
      return { status, fields: Object.keys(body.error.fields ?? {}) };
    };
    expect(await ask({ from: thisMonth, to: monthAfter(thisMonth, -1) })).toEqual({ status: 400, fields: ["to"] });
    expect(await ask({ from: monthAfter(thisMonth, -24) })).toEqual({ status: 400, fields: ["from"] });
    expect(await ask({ from: "2026-13" })).toEqual({ status: 400, fields: ["from"] });
  });

  test("page through the credentials by cursor", async () => {
    const other = await publishedCredential(academy, [academy.as("Rita")]);
    expect((await academy.as("Leo").call(contract.credential.apply, { credential_id: other })).status).toBe(200);
    expect((await academy.as("Lena").call(contract.credential.apply, { credential_id: other })).status).toBe(200);
    await world.settle();
    const ada = academy.as("Ada");
    const first = (await ada.call(organization.readAnalytics, { limit: 1 })).body.data;
    const second = (await ada.call(organization.readAnalytics, { limit: 1, cursor: first.cursor })).body.data;
    expect(first.credentials).toMatchObject([{ credential_id: other, applications: 2, learners: 2 }]);
    expect(second.credentials).toMatchObject([{ credential_id, applications: 1 }]);
    expect(first.totals).toMatchObject({ applications: 3, learners: 2 });
  });
});

const event = (type: string, fields: object = {}) => ({
  event_id: "evt_1",
  type,
  at: "2026-11-03T10:00:00.000Z",
  organization_id: "org_1",
  actor_id: "usr_1",
  subject_id: "app_1",
  cred_id: "crd_1",
  application_id: "app_01K6E3V8005TQ2M9RWA7ZCX4HD",
  ...fields,
});

describe("the figures of an event", () => {
  test("put a completion into its month, and into the rate of the month in which the learner applied", () => {
    const { months, credentials } = attributesOf(additionsOf(event("submission.completed", { waited_minutes: 90 })));
    expect(months).toEqual({
      "2026-11": { completions: 1, first_decisions: 1, first_decision_minutes: 90 },
      "2025-09": { applications_completed: 1 },
    });
    expect(credentials.crd_1).toMatchObject({ "2026-11.completions": 1, "2025-09.applications_completed": 1 });
  });

  test("count revenue with its shares, and take them off again with a refund", () => {
    const shares = { issuer_share_cents: 2000, platform_share_cents: 1200, organization_share_cents: 800 };
    const money = { price_cents: 5000, reviewer_pay_cents: 1000, ...shares };
    const [paid] = additionsOf(event("payment.paid", money));
    expect(metricsFrom(paid!.counted)).toMatchObject({ revenue: 50, reviewer_pay: 10, organization_share: 8 });
    const [back] = additionsOf(event("payment.credited", money));
    expect(metricsFrom(sumOf([paid!.counted, back!.counted]))).toMatchObject({ revenue: 0, organization_share: 0 });
  });

  test("are none without an organization, or when nothing changes", () => {
    expect(additionsOf(event("payment.paid", { price_cents: 0 }))).toEqual([]);
    expect(additionsOf(event("member.joined", { organization_id: "" }))).toEqual([]);
  });
});

test("months are counted over the turn of the year", () => {
  expect(monthAfter("2026-01", -1)).toBe("2025-12");
  expect(monthsBetween("2025-11", "2026-02")).toEqual(["2025-11", "2025-12", "2026-01", "2026-02"]);
  expect(monthsBetween("2026-02", "2026-01")).toEqual([]);
});
