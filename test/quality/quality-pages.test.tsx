import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { beforeAll, expect, test } from "vitest";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { type Seats, seatsIn } from "../support/fixtures/seats.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { answerInstead, open, press, said } from "../support/portal.tsx";
import { world } from "../support/world.ts";

let school: Organization;
let seats: Seats;
let rita: Person;
let ray: Person;
let rob: Person;

beforeAll(async () => {
  school = await world.newOrganization("Quality School");
  rita = await acceptedReviewer(school, "Rita");
  ray = await acceptedReviewer(school, "Ray");
  rob = await acceptedReviewer(school, "Rob");
  seats = seatsIn(world, school, [rita, ray, rob]);
  const { work, third } = await seats.disputed();
  expect(
    (await seats.says(rob, work, third, { at: 1, accepts: false, marks: [false, true], words: "Yak" })).status,
  ).toBe(200);
  await world.settle();
});

const metricOf = async (label: string) =>
  (await screen.findByText(label, { selector: "dt" })).parentElement!.textContent;

test("an admin reads how many reviewers agreed, from few double reviews as counts alone, by credential and by reviewer", async () => {
  await open("/quality", school.as("Ada"));
  await said("1 of 2");
  expect(await metricOf("Same decision")).toBe("Same decision1 of 22 sections in 1 double review");
  expect(await metricOf("Agreement beyond chance (AC1)")).toBe(
    "Agreement beyond chance (AC1)Too few1 is full agreement, 0 is no better than guessing. Decisions in 1 double review",
  );
  expect(document.body.textContent).not.toMatch(/Likely range \d/);
  await screen.findByText("Credentials with finished reviews, newest first.");
  press("By reviewer");
  await screen.findByText("Ray Rivers");
});

test("an admin reads a credential by criterion, and how strict its reviewers are", async () => {
  await open("/quality", school.as("Ada"));
  fireEvent.click(await screen.findByRole("link", { name: "Classroom reading" }));
  await said("By criterion");
  const criteria = screen.getByRole("heading", { name: "By criterion" }).closest<HTMLElement>(".panel")!;
  expect(within(criteria).getAllByText("0 of 1")).toHaveLength(2);
  const strict = screen.getByRole("region", { name: "How strict reviewers are, table" });
  expect(within(strict).getByText("Ray Rivers").closest("tr")!.textContent).toContain("0 of 2");
  expect(within(strict).getAllByText("Too few")).toHaveLength(2);
  const cells = [...strict.querySelectorAll<HTMLElement>("tbody tr:first-child td")];
  expect(cells.map(({ dataset }) => dataset.label)).toEqual(["Met", "Expected", "Difference", "p"]); // what a phone shows
  expect(within(strict).queryByText("Rob Rivers")).toBeNull();
});

test("an admin reads what learners wait for now, and how much of it is late", async () => {
  await seats.begun({}, "Liv");
  await world.settle();
  await open("/quality", school.as("Ada"));
  await said("Of 1 unfinished review with a due date");
  expect(await metricOf("Waiting for a reviewer")).toBe("Waiting for a reviewer0");
  expect(await metricOf("With a reviewer")).toBe("With a reviewer1");
  expect(await metricOf("Late now")).toBe("Late now0Of 1 unfinished review with a due date");
  fireEvent.click(await screen.findByRole("button", { name: "Agreement beyond chance" }));
  const table = screen.getByRole("region", { name: "Agreement beyond chance, table" });
  expect(within(table).getByText("Decisions").closest("tr")!.textContent).toBe("Decisions1Too fewToo fewToo few");
});

test("an issuer reads their own credentials’ quality, and nothing by reviewer", async () => {
  await open("/quality", school.as("Ivan"));
  await said("No reviews yet");
  expect(screen.queryByText("By reviewer")).toBeNull();
});

test("a reviewer reads what was marked differently, and nobody’s name", async () => {
  await open("/quality", ray);
  const heading = await screen.findByRole("heading", { name: "Marked differently" });
  const panel = heading.closest<HTMLElement>(".panel")!;
  await within(panel).findByText("Other reviewer");
  const rows = [...panel.querySelectorAll("tr")].map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(rows[1]).toEqual(["Decision", "Sent back", "Approved", "Sent back"]);
  const cells = [...panel.querySelectorAll<HTMLElement>("tbody tr:first-child td")];
  expect(cells.map(({ dataset }) => dataset.label)).toEqual(["You", "Other reviewer", "Result"]); // what a phone shows
  for (const name of ["Rita", "Rob", "Quokka", "Yak"]) expect(document.body.textContent).not.toContain(name);
});

test("an admin reads how many appeals were overturned, and the reviewer nothing of it before the month has ended", async () => {
  const { work, seat } = await seats.appealed({}, "Leo");
  expect((await seats.says(ray, work, seat, { at: 1, words: "Yak" })).status).toBe(200);
  await world.settle();
  for (const [reader, path] of [
    [school.as("Ada"), "/quality"],
    [school.as("Ada"), `/quality/${work.credential_id}`],
  ] as const) {
    await open(path, reader);
    await said("1 of 1");
    expect(await metricOf("Appeals overturned")).toBe("Appeals overturned1 of 11 appeal");
    cleanup();
  }
  await open("/quality", rita);
  await said("Marked differently");
  expect(await metricOf("Appeals overturned")).toBe("Appeals overturned–No data yet");
  cleanup();
  await open("/quality?by=reviewer", school.as("Ada"));
  const row = (await screen.findByText("Rita Rivers")).closest("tr")!;
  expect(within(row).queryByText("1 of 1")).toBeNull();
  press("Table preferences");
  fireEvent.click(await screen.findByRole("checkbox", { name: "Appeals overturned" }));
  press("Confirm");
  expect(await within(row).findByText("1 of 1")).toBeDefined();
});

test("what did not load can be asked for again", async () => {
  const end = answerInstead(["GET /quality/own"], () =>
    Response.json({ error: { code: "server.busy", message: "We’re busy right now." } }, { status: 503 }),
  );
  await open("/quality", ray);
  await said("We couldn’t load your review quality");
  end();
  press("Try again");
  await said("Marked differently");
});
