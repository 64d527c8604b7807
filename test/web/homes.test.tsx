import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, describe, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import * as paths from "../../shared/platform/paths.ts";
import { queries } from "../../web/api/queries.ts";
import { publishedCredential, textSection, writeDraft } from "../support/fixtures/credential.ts";
import { acceptedReviewer, profile } from "../support/fixtures/reviewer.ts";
import { accepted, earned, marks, submitted, verdict } from "../support/fixtures/work.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { answerInstead, ask, open, press, said } from "../support/portal.tsx";
import { world } from "../support/world.ts";

const { credential, organization, reviewer, review } = contract;
let school: Organization;
let rita: Person;

/** What a list of a home says, row by row, and where its buttons lead. */
/** Of a job nothing but its minute is told: what began in the same one may stand before it or after it. */
const inAnyOrder = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).toSorted();

const rowsOf = async (name: string) => {
  const list = await screen.findByRole("region", { name });
  return within(list)
    .queryAllByRole("listitem")
    .map((row) => ({
      words: row.textContent ?? "",
      links: within(row)
        .getAllByRole<HTMLAnchorElement>("link")
        .slice(1)
        .map(({ textContent, pathname }) => [textContent, pathname]),
    }));
};
const linkTo = (text: string) => {
  const { pathname, search } = screen.getByRole<HTMLAnchorElement>("link", { name: text });
  return pathname + search;
};

beforeAll(async () => {
  school = await world.newOrganization("Homely School");
  rita = await acceptedReviewer(school, "Rita");
});

describe("a learner's home", () => {
  test("begins with what waits, revisions first with their feedback one click away, and what was earned; the catalogue follows", async () => {
    const lena = school.as("Lena");
    const two = await publishedCredential(school, [rita], { title: "Reading aloud" });
    const work = await accepted(lena, two, rita);
    expect(await rita.call(review.acceptSection, verdict(work, 0))).toMatchObject({ status: 200 });
    const rejected = verdict(work, 1, { section_rubric: marks(false, false), feedback: "<p>Say more.</p>" });
    expect(await rita.call(review.rejectSection, rejected)).toMatchObject({ status: 200 });
    const unpaid = await publishedCredential(school, [rita], { title: "Coaching others", price: 50 });
    expect(await lena.call(credential.apply, { credential_id: unpaid })).toMatchObject({ status: 200 });
    await earned(
      lena,
      await publishedCredential(school, [rita], { title: "Asking questions", sections: [textSection] }),
      rita,
    );
    await submitted(lena, await publishedCredential(school, [rita], { title: "Telling stories" }));

    await open("/", lena);
    const [revision, payment, ...others] = await rowsOf("Waiting for you");
    expect(others).toEqual([]);
    expect(revision!.words).toMatch(
      /^Reading aloud.*Revision needed.*1 of 2 sections approved.*Since.*Revise by \w+ \d\d, \d{4}/,
    );
    expect(revision!.links).toEqual([
      ["Read feedback", `/mySubmissions/${work.application_id}/details`],
      ["Revise", `/credential/${two}/submit`],
    ]);
    expect(payment!.words).toMatch(/^Coaching others.*Waiting for payment/);
    expect(payment!.links).toEqual([["Pay", `/paymentInformation/${unpaid}`]]);
    expect(linkTo("1 submission in review")).toBe("/mySubmissions?tab=Submitted");
    const [done] = await rowsOf("Decided");
    expect(done!.words).toMatch(/^Asking questions.*Completed/);
    expect(done!.links).toEqual([["Certificate", "/Certificate"]]);
    const headings = screen.getAllByRole("heading").map(({ textContent }) => textContent);
    expect(headings.indexOf("Browse credentials")).toBeGreaterThan(headings.indexOf("Decided (1)"));
  });

  test("of somebody new says what will be there", async () => {
    await open("/", school.as("Leo"));
    await said(/^Nothing in progress\. Apply below/);
    expect(screen.queryByRole("region", { name: "Decided" })).toBeNull();
  });

  test("keeps the catalogue where what waits cannot be loaded, says so, and tries again", async () => {
    const mend = answerInstead(["GET /user/mysubmissions"], () => Response.json({ error: {} }, { status: 400 }));
    await open("/", school.as("Liv"));
    await said("We couldn’t load your tasks");
    await screen.findByRole("link", { name: "Reading aloud" });
    mend();
    press("Try again");
    await said(/^Nothing in progress/);
  });
});

describe("a reviewer's home", () => {
  test("is for who is approved; others find the way there", async () => {
    await open("/", school.as("Rob"));
    await said("Tell us what you can review");
    cleanup();
    queries.clear();
    const mend = answerInstead(["GET /user/reviewer/info"], async ({ request }) => {
      const { data } = await (await ask(request)).json();
      return Response.json({ data: { ...data, status: "rejected", attempt_count: 2 } });
    });
    await open("/", school.as("Rob"));
    await said(/^Your second application ended here/);
    expect(screen.queryByText(/apply again/)).toBeNull();
    mend();
  });

  test("shows what they promised to review and what they may take, the oldest first, each one click away", async () => {
    const liv = school.as("Liv");
    const [first, second] = [
      await publishedCredential(school, [rita], { title: "Older work" }),
      await publishedCredential(school, [rita], { title: "Younger work" }),
    ];
    const mine = await accepted(liv, first, rita);
    const later = await accepted(school.as("Leo"), first, rita);
    const offered = await submitted(liv, second);
    await world.settle();
    await open("/", rita);
    const promised = (await rowsOf("Waiting for your review")).filter(({ words }) => words.startsWith("Older work"));
    const links = [mine, later].map((each) => [["Review", `/acceptedJobs/submissions/${each.credential_job_id}`]]);
    expect(inAnyOrder(promised.map((each) => each.links))).toEqual(inAnyOrder(links));
    expect(promised.find((each) => each.links[0]?.[1]?.endsWith(mine.credential_job_id))!.words).toMatch(
      /By Liv R.*Waiting since .*, .* ago|just now/,
    );
    const taken = (await rowsOf("Open jobs")).find(({ words }) => words.startsWith("Younger work"));
    expect(taken!.links).toEqual([["View job", `/openJobs/jobDetails/${offered.credential_job_id}`]]);
    expect(linkTo("1 revision with the learner")).toBe("/acceptedJobs?tab=revisionNeeded");
  });
});

describe("an admin's home", () => {
  test("shows who and what waits for a decision, the oldest first, and then the analytics", async () => {
    const academy = await world.newOrganization("Deciding School");
    const [ray, ivan] = [academy.as("Ray"), academy.as("Ivan")];
    await ray.call(reviewer.create, profile);
    expect(await ray.call(reviewer.submit, {})).toMatchObject({ status: 200 });
    const ron = await acceptedReviewer(academy, "Rita");
    const draft = await writeDraft(ivan, [ron], { title: "Waiting to be approved" });
    const { cred_id: credential_id } = draft;
    expect(await ivan.call(credential.publish, { credential_id })).toMatchObject({ status: 200 });
    const open_ = await publishedCredential(academy, [ron], { title: "Taken by nobody" });
    const work = await submitted(academy.as("Lena"), open_);
    await academy.as("Ada").call(organization.inviteUsers, {
      invitations: [{ email: `waits-${Date.now()}@homes.test`, role: 5 }],
    });

    await open("/", academy.as("Ada"));
    const rows = await rowsOf("Waiting for you");
    const shown = rows.map(({ words, links }) => [words.match(/^(?:Ray Rivers|Waiting to|Taken by)/)?.[0], ...links]);
    expect(inAnyOrder(shown)).toEqual(
      inAnyOrder([
        ["Ray Rivers", ["Decide", "/reviewerApplicationsDetails"]],
        ["Waiting to", ["Review credential", `/credential/details/${academy.organization_id}/${credential_id}`]],
        ["Taken by", ["View job", `/jobs/${work.credential_job_id}`]],
      ]),
    );
    expect(rows.find(({ words }) => words.startsWith("Ray Rivers"))!.words).toMatch(
      /Reviewer application.*Waiting since.*Due in 23 hours/,
    );
    expect(linkTo("1 invitation pending")).toBe("/users?tab=pending");
    expect(screen.getByRole("heading", { name: "Analytics" })).toBeTruthy();
  });
});

describe("an author's home", () => {
  test("shows an issuer the reviewer applications and unassigned submissions of their own that wait, and a publisher neither", async () => {
    const academy = await world.newOrganization("Issuing School");
    const ray = academy.as("Ray");
    await ray.call(reviewer.create, profile);
    expect(await ray.call(reviewer.submit, {})).toMatchObject({ status: 200 });
    const [ivan, ada, ron] = [academy.as("Ivan"), academy.as("Ada"), await acceptedReviewer(academy, "Rita")];
    const { cred_id: own_ } = await writeDraft(ivan, [ron], { title: "Nobody’s job", price: 0 });
    expect(await ivan.call(credential.publish, { credential_id: own_ })).toMatchObject({ status: 200 });
    expect(await ada.call(credential.approve, { credential_id: own_ })).toMatchObject({ status: 200 });
    const work = await submitted(academy.as("Lena"), own_);
    await submitted(academy.as("Lena"), await publishedCredential(academy, [ron], { title: "Of an admin" }));
    await open("/", ivan);
    expect(inAnyOrder((await rowsOf("Waiting for you")).map(({ links }) => links))).toEqual(
      inAnyOrder([[["Decide", "/reviewerApplicationsDetails"]], [["View job", `/jobs/${work.credential_job_id}`]]]),
    );
    expect(screen.getByRole("region", { name: "Waiting for you" }).textContent).toContain("(2)");
    expect(linkTo("1 reviewer application")).toBe("/reviewerApplications");
    expect(linkTo("1 submission waiting for a reviewer")).toBe(paths.reviewsOf("waiting"));
    cleanup();
    await open("/", academy.as("Pia"));
    const own = (await rowsOf("Waiting for you")).map(({ words }) => words).join();
    expect(own).not.toMatch(/Reviewer application|without a reviewer/);
  });

  test("begins with their drafts and what was returned, or with what they may approve, each one click away", async () => {
    const academy = await world.newOrganization("Writing School");
    const [ivan, ray] = [academy.as("Ivan"), await acceptedReviewer(academy, "Rita")];
    const { cred_id: draft } = await writeDraft(ivan, [ray], { title: "Not finished" });
    const { cred_id: returned } = await writeDraft(ivan, [ray], { title: "Sent back" });
    const { cred_id: sent } = await writeDraft(ivan, [ray], { title: "Handed in" });
    for (const credential_id of [returned, sent])
      expect(await ivan.call(credential.publish, { credential_id })).toMatchObject({ status: 200 });
    const refusal = { credential_id: returned, feedback: "<p>Say what passes.</p>" };
    expect(await academy.as("Ada").call(credential.reject, refusal)).toMatchObject({ status: 200 });
    const details = (id: string) => `/credential/details/${academy.organization_id}/${id}`;

    await open("/", ivan);
    expect((await rowsOf("Waiting for you")).map(({ links }) => links)).toEqual([
      [["Continue", `/credential/edit/${academy.organization_id}/${draft}/0`]],
      [["Read feedback", details(returned)]],
    ]);
    expect(linkTo("1 credential pending approval")).toBe("/credentials?tab=pending");
    expect(screen.getAllByRole("heading", { level: 1 }).map(({ textContent }) => textContent)).toEqual([
      "Welcome, Ivan",
    ]);
    cleanup();

    const changed = await academy.as("Ada").call(organization.updateRole, {
      role_id: academy.role_id,
      name: "Approver",
      role_perms: ["Approve"],
    });
    expect(changed).toMatchObject({ status: 200 });
    await open("/", academy.as("Cy"));
    const toApprove = await rowsOf("Waiting for you");
    expect(toApprove.map(({ links }) => links)).toEqual([[["Review credential", details(sent)]]]);
    expect(toApprove[0]!.words).toMatch(/^Handed in.*Credential to approve.*Waiting since/);
  });
});

describe("the first steps of an organization", () => {
  const steps = () => screen.queryByRole("region", { name: /^Set up / });

  test("are open until they are done, offer the sample, and go away by themselves", async () => {
    const academy = await world.newOrganization("Beginning School");
    const ada = academy.as("Ada");
    const portal = await open("/", ada);
    const open_ = await rowsOf(`Set up ${academy.name}`);
    const names = ["Logo", "First issuer", "Reviewers", "First credential", "Badge service"];
    expect(open_.map(({ words }) => names.find((name) => words.startsWith(name)))).toEqual(names);
    expect(within(steps()!).getByText("(1 of 6 done)")).toBeTruthy(); // payments: the sandbox answers
    press("Copy sample");
    await waitFor(() => expect(portal.path()).toMatch(/^\/credential\/edit\/.*\/0$/));
    await screen.findByDisplayValue("Sample: Leading a Class Discussion");
    cleanup();

    const picture = `data:image/png;base64,${pixel}`;
    const { name, version } = (await ada.call(organization.read, {})).body.data;
    const details = { name, description: "A school that begins.", version, logo: picture, logo_type: "image/png" };
    expect(await ada.call(organization.update, details as never)).toMatchObject({ status: 200 });
    await academy.as("Ivan").token();
    await publishedCredential(academy, [await acceptedReviewer(academy, "Rita")]);
    queries.clear(); // what was done meanwhile was not done in this window
    await open("/", ada);
    await said("No data yet");
    expect(steps()).toBeNull();
  });

  test("open the one credential that waits, can be put away, and taken out again on the organization's page", async () => {
    const academy = await world.newOrganization("Tidy School");
    const [ivan, ron] = [academy.as("Ivan"), await acceptedReviewer(academy, "Rita")];
    const { cred_id: credential_id } = await writeDraft(ivan, [ron], { title: "The only one that waits" });
    expect(await ivan.call(credential.publish, { credential_id })).toMatchObject({ status: 200 });
    await open("/", academy.as("Ada"));
    const { organization_id } = academy;
    const first = within(await screen.findByRole("region", { name: /^Set up / }));
    expect(first.getByRole<HTMLAnchorElement>("link", { name: "Review credential" }).pathname).toBe(
      paths.credentialDetails(organization_id, credential_id),
    );
    press("Hide checklist");
    await waitFor(() => expect(steps()).toBeNull());
    cleanup();
    await open("/organizationDetails", academy.as("Ada"));
    fireEvent.click(await screen.findByRole("button", { name: "Show the setup checklist again" }));
    cleanup();
    await open("/");
    await screen.findByRole("region", { name: /^Set up / });
  });
});

/** A picture of one green pixel. */
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
