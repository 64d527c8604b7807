import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  idleCosts,
  type JourneyUse,
  journeyCosts,
  keptCosts,
  peopleCosts,
  recordingCosts,
  runsPerMonth,
  scanCosts,
  sumOf,
  tableOf,
} from "../../bin/operate/costs.ts";
import { journeyUse } from "../../bin/operate/journey-use.ts";
import { offerOpened } from "../../bin/seed/client.ts";
import { contract } from "../../shared/contract.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { paidPurchase } from "../support/fixtures/payment.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { verdict } from "../support/fixtures/work.ts";
import { lentWorld } from "../support/lent-world.ts";
import { synthesizedShapes } from "./synthesis.ts";

const readme = readFileSync("lib/README.md", "utf8");
const [dev, live] = await synthesizedShapes();

test("the README's table of an idle stage is true to the template", () => {
  expect(readme).toContain(`\n${tableOf(idleCosts(live!.templates))}\n`);
});

test("the README's table of a thousand journeys is true to what a journey uses, with what it asks itself in a sum", () => {
  const asked = { what: "what a journey itself asks", costs: journeyCosts(journeyUse) };
  expect(readme).toContain(`\n${tableOf(peopleCosts(journeyUse), asked)}\n`);
});

test("a journey costs sixty cents a thousand at most, besides mails, people who sign in and the scan of what they upload", () => {
  expect(sumOf(journeyCosts(journeyUse))).toBeLessThanOrEqual(0.6);
});

test("the README's table of the malware scan is the model's", () => {
  expect(readme).toContain(`\n${tableOf(scanCosts())}\n`);
});

test("the README's table of a gigabyte of recordings is the model's", () => {
  expect(readme).toContain(`\n${tableOf(recordingCosts())}\n`);
});

test("an idle stage costs thirty-five dollars a month at most", () => {
  expect(sumOf(idleCosts(live!.templates))).toBeLessThanOrEqual(35);
});

test("the README's tables of what is kept are true to the templates, for a check every night and once a week", () => {
  for (const { templates } of [dev!, live!]) expect(readme).toContain(`\n${tableOf(keptCosts(templates))}\n`);
});

test("a gigabyte costs a dollar and a half a month at most where the table is checked once a week", () => {
  expect(live!.settings.checked).toBe("weekly");
  expect(sumOf(keptCosts(live!.templates))).toBeLessThanOrEqual(1.5);
});

test("a stage that costs more when idle shows it", () => {
  const more = live!.templates.map((template) => ({
    ...template,
    Resources: { ...template.Resources, Another: { Type: "AWS::CloudWatch::Alarm" } },
  }));
  expect(tableOf(idleCosts(more))).not.toBe(tableOf(idleCosts(live!.templates)));
});

test("nothing is paid for that nobody reads: the gateway has no metrics per route", () => {
  for (const { Resources } of live!.templates) {
    for (const { Type, Properties } of Object.values(Resources)) {
      if (Type === "AWS::ApiGatewayV2::Stage") expect(JSON.stringify(Properties)).not.toContain("DetailedMetrics");
    }
  }
});

test("what a schedule starts in a month is read from its expression", () => {
  expect(runsPerMonth("rate(2 minutes)")).toBe(21_600);
  expect(runsPerMonth("rate(1 hour)")).toBe(720);
  expect(runsPerMonth("cron(0 0,6,12,18 * * ? *)")).toBe(120);
  expect(runsPerMonth("cron(30 5 1 * ? *)")).toBe(1);
  expect(runsPerMonth("cron(0 3 1,7,13,19 * ? *)")).toBe(4);
  expect(runsPerMonth("cron(0 4 ? * SUN *)")).toBeCloseTo(4.3, 1);
  expect(() => runsPerMonth("at(2026-11-20)")).toThrow();
});

test("a journey uses what is written down of it, give or take a little", async () => {
  const world = await lentWorld();
  try {
    const { auth, credential, payment, submission, user, review, certificate } = contract;
    const academy = await world.newOrganization();
    const rita = await acceptedReviewer(academy, "Rita");
    const credential_id = await publishedCredential(academy, [rita], { price: 25 });
    const [lena, anyone] = [academy.as("Lena"), world.anyone];
    await Promise.all([lena.token(), rita.token()]);
    await world.settle();
    await world.control.usage();

    for (const { email, password } of [lena, rita]) {
      await anyone.call(auth.login, { email, password, isRemember: false });
    }
    await lena.call(credential.listOpen, {});
    await lena.call(credential.read, { credential_id });
    const application_id = await paidPurchase(lena, credential_id, world.origin);
    const { body } = await lena.call(submission.read, { credential_id });
    const section_ids = body.data.sections.map(({ section_id }) => section_id);
    const sections = section_ids.map((section_id) => ({ section_id, response: "<p>My work.</p>" }));
    for (const section of sections) {
      expect((await lena.call(submission.saveSection, { application_id, ...section })).status).toBe(200);
    }
    const sent = await lena.call(submission.submit, { application_id, credential_id, sections });
    expect(sent.status).toBe(200);
    const credential_job_id = sent.body.data.credential_job_id!;
    await offerOpened(lena);
    await world.settle();
    await rita.call(user.listNotices, {});
    await rita.call(review.list, {});
    expect((await rita.call(review.accept, { credential_job_id })).status).toBe(200);
    await rita.call(review.read, { credential_job_id });
    const work = { learner: lena, credential_id, application_id, credential_job_id, section_ids };
    for (const index of [0, 1] as const) {
      expect((await rita.call(review.acceptSection, verdict(work, index))).status).toBe(200);
    }
    await world.settle();
    await lena.call(user.listNotices, {});
    await lena.call(submission.listOwn, {});
    const asked = { org_id: academy.organization_id, user_id: lena.user_id, cred_id: credential_id };
    for (let look = 0; look < 3; look++) {
      expect((await anyone.call(certificate.readOwn, asked)).status).toBe(200);
    }
    expect((await lena.call(payment.readCredit, {})).status).toBe(200);
    await world.settle();

    const used = await world.control.usage();
    const measured: JourneyUse = { ...used, runs: used.calls + used.messages };
    console.log(
      `a journey: ${Object.entries(measured)
        .map((each) => each.join(" "))
        .join(", ")}`,
    );
    for (const [name, units] of Object.entries(measured)) {
      const written = journeyUse[name as keyof JourneyUse];
      expect(units, name).toBeGreaterThanOrEqual(written - Math.max(1, written / 10));
      expect(units, name).toBeLessThanOrEqual(written + Math.max(1, written / 4)); // a slow machine sends some again
    }
  } finally {
    await world.stop();
  }
});
