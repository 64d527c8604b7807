import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import { date } from "../../web/ui/look/format.ts";
import { publishedCredential, textSection } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { accepted, verdict } from "../support/fixtures/work.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { answerInstead, open, press, said, toasts, type } from "../support/portal.tsx";
import { world } from "../support/world.ts";

const { review, quality } = contract;
let school: Organization;
let rita: Person;

beforeAll(async () => {
  school = await world.newOrganization("Second Glance School");
  rita = await acceptedReviewer(school, "Rita");
  for (const name of ["Lena", "Leo"] as const) {
    const credential_id = await publishedCredential(school, [rita], {
      title: `Glance of ${name}`,
      sections: [textSection],
    });
    const work = await accepted(school.as(name), credential_id, rita);
    expect((await rita.call(review.acceptSection, verdict(work, 0))).status).toBe(200);
  }
  await world.settle();
});

const today = date(new Date().toISOString());
const page = () => `/quality/reviewer/${rita.user_id}`;
/** A row's entry, out of its menu. */
const choose = async (title: string, entry: string | RegExp) => {
  press(`Actions for ${title}, ${today}`);
  fireEvent.click(await screen.findByRole("menuitem", { name: entry }));
};

test("an admin gets from a reviewer's row to the look-back, and records a finding, which wants words", async () => {
  await open("/quality?by=reviewer", school.as("Ada"));
  await said("Rita Rivers");
  press("Actions for Rita Rivers");
  fireEvent.click(await screen.findByRole("menuitem", { name: "Look-back" }));
  await screen.findByRole("heading", { name: "Look-back: Rita Rivers" });
  press("Open look-back");
  await said("Say what was found.");
  type("What did you find?", "Far too lenient.");
  press("Open look-back");
  await waitFor(() => expect(toasts()).toContain("Look-back opened."));
  await said("0 of 2");
  expect(await screen.findAllByText("Not looked at")).toHaveLength(2);
  expect(document.body.textContent).not.toMatch(/Lena Rivers|Leo Rivers/);
  expect(screen.getByRole("link", { name: "Glance of Leo" }).getAttribute("href")).toMatch(/^\/jobs\/job_/);
});

test("an admin concludes job by job, with a note where it is a concern, and closes it with a summary", async () => {
  await open(page(), school.as("Ada"));
  await said("Glance of Leo");
  await choose("Glance of Leo", "Record conclusion");
  let dialog = within(await screen.findByRole("dialog", { name: "Conclusion: Glance of Leo" }));
  fireEvent.click(dialog.getByRole("radio", { name: "It’s a concern" }));
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  await said("Say what the concern is.");
  type("Note", "The aim is missing.");
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  await said("1 of 2");
  await waitFor(() => expect(toasts()).toContain("Conclusion saved."));
  await said("The aim is missing.");
  await choose("Glance of Leo", "Change conclusion");
  dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(dialog.getByRole("button", { name: "Cancel" }));
  press("Close look-back");
  dialog = within(await screen.findByRole("dialog", { name: "Close the look-back on Rita Rivers?" }));
  dialog.getByText(/1 decision hasn’t been looked at\./);
  type("What did you find?", "One concern.");
  fireEvent.click(dialog.getByRole("button", { name: "Close look-back" }));
  await screen.findByRole("heading", { name: "Closed look-back" });
  await said("One concern.");
  expect(screen.queryByRole("button", { name: "Close look-back" })).toBeNull();
  await screen.findByRole("heading", { name: "Record another finding" });
  press(`Actions for Glance of Leo, ${today}`);
  const entries = (await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent);
  expect(entries).toEqual(["View review", "Find certificate"]);
});

test("decisions that did not load are no empty list, and can be asked for again", async () => {
  const { body } = await school.as("Ada").call(quality.readLookBack, { user_id: rita.user_id, limit: 1 });
  const busy = { error: { code: "server.busy", message: "We’re busy right now." } };
  const end = answerInstead(["GET /quality/look-back"], ({ request }) =>
    new URL(request.url).searchParams.get("limit") === "1" ? Response.json(body) : Response.json(busy, { status: 503 }),
  );
  await open(page(), school.as("Ada"));
  await said("We couldn’t load this reviewer’s decisions");
  expect(screen.queryByText("Nothing to look back on")).toBeNull();
  end();
  press("Try again");
  await said("Glance of Lena");
});
