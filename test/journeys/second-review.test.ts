import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { submissionKeys } from "../../functions/data/keys/submission.ts";
import { contract } from "../../shared/contract.ts";
import * as paths from "../../shared/platform/paths.ts";
import { FirstJob } from "../../shared/review/job.ts";
import { openBrowser, type Visit, visit } from "../support/browser.ts";
import { publishedCredential, tableSection } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { submitted } from "../support/fixtures/work.ts";
import { expectInvariants } from "../support/invariants.ts";
import { lentWorld } from "../support/lent-world.ts";
import type { World } from "../support/own-world.ts";
import type { Person } from "../support/people.ts";
import { grade } from "./acts.ts";
import { inspect, signIn } from "./steps.ts";

let browser: Browser;
let world: World & { stop(): Promise<void> };
beforeAll(async () => {
  [browser, world] = await Promise.all([openBrowser(), lentWorld()]);
});
afterAll(async () => {
  await browser?.close();
  await world?.stop();
});

/** A table of which each criterion is enough, so that two may approve it of whom no two find the same met. */
const eitherEnough = {
  ...tableSection,
  rubric_ext: {
    ...tableSection.rubric_ext,
    criteria: tableSection.rubric_ext.criteria.map((criterion) => ({ ...criterion, score: 10 })),
  },
};

/** Somebody's own window, signed in. */
async function windowOf(person: Person): Promise<Visit> {
  const opened = await visit(browser, world.origin);
  await signIn(opened.page, person.email, person.password);
  return opened;
}

/** Takes a job that is offered, and decides its one section with a mark on each criterion. */
async function review(
  { page }: Visit,
  job_id: string,
  decision: "Approve" | "Reject",
  { feedback, marks }: { readonly feedback: string; readonly marks: readonly (string | RegExp)[] },
): Promise<void> {
  await page.goto(paths.openJob(job_id));
  await page.getByRole("button", { name: "Accept" }).click();
  await page.waitForURL(`**${paths.acceptedJobs}`);
  await page.goto(paths.acceptedJob(job_id));
  for (const [at, name] of marks.entries())
    await page
      .getByRole("radio", { name })
      .nth(at === 0 ? 0 : -1)
      .check({ force: true });
  await grade(page, decision, feedback, decision === "Approve" ? "Approve and finish" : "Reject and finish");
}

test("three reviewers whose majority contradicts its marks leave a review to an admin, and the learner's appeal to a fourth overturns it", async () => {
  const school = await world.newOrganization("Second Review School");
  const people = [
    await acceptedReviewer(school, "Rita"),
    await acceptedReviewer(school, "Ray"),
    await acceptedReviewer(school, "Rob"),
    await acceptedReviewer(school, "Ruth"),
  ] as const;
  const [rita, ray, rob, ruth] = people;
  const credential_id = await publishedCredential(school, people, {
    sections: [eitherEnough],
    criteria: { second_review: { share_percent: 100 }, appeals: { fee: "none" } },
  });
  const lena = school.as("Lena");
  const { credential_job_id, application_id } = await submitted(lena, credential_id);
  await world.control.runSchedule("offer-open-jobs", 7 * 86_400_000); // to three first, and to all a week later
  const complaints: string[][] = [];
  const seat = async (name: "second" | "third" | "appeal") => {
    await world.control.runSchedule("offer-open-jobs", 61_000);
    const first = FirstJob.parse(await world.control.item(submissionKeys.job(credential_job_id).pk, "META"));
    return first.later_seats!.find((each) => each.seat === name)!.job_id;
  };
  const one = await windowOf(rita);
  await review(one, credential_job_id, "Approve", { feedback: "Honest work.", marks: ["Clear", "Missing"] });
  await one.page.getByText("You’re done with this review").first().waitFor();
  await inspect(one, "second-review-1-first-waits");

  const learner = await windowOf(lena);
  await learner.page.goto(paths.mySubmission(application_id));
  await learner.page.getByText("In review").first().waitFor();
  expect(await learner.page.getByText("Honest work.").count()).toBe(0);

  const two = await windowOf(ray);
  await review(two, await seat("second"), "Reject", { feedback: "Say what changed.", marks: ["Missing", "Missing"] });
  const three = await windowOf(rob);
  await review(three, await seat("third"), "Approve", { feedback: "Good enough.", marks: ["Missing", "Shown"] });

  const admin = await windowOf(school.as("Ada"));
  await admin.page
    .getByRole("link", { name: "Review to decide" })
    .or(admin.page.getByText("Review to decide"))
    .first()
    .waitFor();
  await inspect(admin, "second-review-2-admin-home");
  await admin.page.goto(paths.job(credential_job_id));
  await admin.page.getByRole("heading", { name: "Your decision" }).waitFor();
  await inspect(admin, "second-review-3-admin-decides");
  const shown = await admin.page.getByRole("main").innerText();
  expect(shown).toContain("My work."); // as it was handed in, with what was asked for and how it is judged
  expect(shown).toMatch(/Prompt[\s\S]*Rubric[\s\S]*Reviews[\s\S]*Second reviewer, grade/);
  expect(shown).not.toMatch(new RegExp(people.map(({ last_name }) => last_name).join("|")));
  await admin.page.getByRole("button", { name: "Send back" }).click();
  await admin.page.getByText("Give a reason.").waitFor();
  await admin.page.getByLabel("Reason").fill("The aim is missing, whatever they say.");
  await admin.page.reload(); // what was typed is kept until it is decided
  await expect.poll(() => admin.page.getByLabel("Reason").inputValue()).toBe("The aim is missing, whatever they say.");
  await admin.page.getByRole("button", { name: "Send back" }).click();
  const question = admin.page.getByRole("dialog");
  await question.getByText("You can’t undo this.").waitFor();
  await inspect(admin, "second-review-3-admin-confirms");
  await question.getByRole("button", { name: "Decide" }).click();
  await admin.page.getByText("Decision made.").first().waitFor();

  await learner.page.reload();
  await learner.page.getByText("Say what changed.").first().waitFor();
  await learner.page.getByText("The aim is missing, whatever they say.").first().waitFor();
  expect(await learner.page.getByText(/Honest work|Good enough/).count()).toBe(0);
  await inspect(learner, "second-review-4-learner-revises");

  await learner.page.getByRole("button", { name: "Appeal", exact: true }).click();
  await learner.page.getByRole("heading", { name: "Appeal a decision" }).waitFor();
  await learner.page.getByRole("button", { name: "File appeal" }).click();
  await learner.page.getByText("Explain in at least 50 characters.").first().waitFor();
  await inspect(learner, "second-review-5-learner-appeals");
  await learner.page.getByRole("radio", { name: "The marks don’t match what I submitted" }).check({ force: true });
  await learner.page
    .getByLabel("Explain")
    .fill("The aim stands in the first line of the plan, and the proof in its last.");
  await learner.page.getByRole("button", { name: "File appeal" }).click();
  await learner.page.getByText("Appeal in review").first().waitFor();
  await inspect(learner, "second-review-6-appeal-filed");
  await admin.page.goto(paths.appeals);
  await admin.page.getByText("The marks don’t match what I submitted").first().waitFor();
  await inspect(admin, "second-review-7-admin-follows");

  const four = await windowOf(ruth);
  await review(four, await seat("appeal"), "Approve", { feedback: "Both are there.", marks: ["Clear", "Shown"] });
  await four.page.getByText("This was an appeal").waitFor();
  await inspect(four, "second-review-8-appeal-decided");
  await learner.page.reload();
  await learner.page.getByText("Appeal granted").first().waitFor();
  await inspect(learner, "second-review-9-appeal-granted");
  const { body } = await lena.call(contract.submission.read, { application_id });
  expect(body.data.status).toBe("completed");
  for (const each of [one, two, three, four, admin, learner]) {
    complaints.push(each.complaints);
    await each.context.close();
  }
  expect(complaints.flat()).toEqual([]);
  await expectInvariants(world, school);
});
