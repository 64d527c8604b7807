import { screen } from "@testing-library/react";
import { beforeAll, describe, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import { brand } from "../../shared/platform/brand.ts";
import * as paths from "../../shared/platform/paths.ts";
import { month } from "../../web/ui/look/format.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { acceptedReviewer, profile } from "../support/fixtures/reviewer.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { closeWindow, open, said } from "../support/portal.tsx";
import { world } from "../support/world.ts";

let school: Organization;
let rita: Person;

beforeAll(async () => {
  school = await world.newOrganization("Screens School");
  rita = await acceptedReviewer(school, "Rita");
  const { professionalTitle: title, overview } = profile;
  const college = { institution: "River College", study_began: "2001-09-01", study_complete: "2005-06-30" };
  const educations = [{ degree_id: 9, ...college }];
  expect(await rita.call(contract.reviewer.saveProfile, { title, overview, educations })).toMatchObject({
    status: 200,
  });
});

const headings = (level: number) => screen.getAllByRole("heading", { level }).map(({ textContent }) => textContent);
const link = (name: string | RegExp) => screen.getByRole<HTMLAnchorElement>("link", { name }).pathname;

/** Screens, each with what has to stand on it. */
describe("the screen of", () => {
  test("the terms has seven sections, and a footer with the year, the company and both texts", async () => {
    await open("/termsOfService");
    await screen.findByRole("heading", { level: 1 });
    expect(headings(2)).toEqual([
      "1. Acceptance",
      "2. Grant of rights",
      "3. Registration",
      "4. Issuing and receiving credentials",
      "5. Verified accounts",
      "6. Responsibility for content",
      "7. Rights to content and service",
    ]);
    const footer = document.getElementById("footer")?.textContent;
    expect(footer).toContain(`© ${new Date().getFullYear()} ${brand.company}`);
    expect(footer).toContain("Terms of Service - Privacy Policy");
  });

  test("a reviewer's profile shows who they are, that they are verified, and leads back to a new credential", async () => {
    await open(paths.reviewerProfile(rita.user_id), school.as("Ada"));
    await said(profile.professionalTitle);
    for (const text of ["Rita Rivers", "Verified", `Joined ${month(new Date().toISOString())}`, rita.email])
      expect(screen.getByText(text), text).toBeTruthy();
    expect(screen.getByText("Twenty years in classrooms.")).toBeTruthy();
    expect(screen.getByText("River College · 2001 – 2005")).toBeTruthy();
    expect(headings(2)).toEqual(
      expect.arrayContaining(["Overview", "Skills", "Education", "Documents and certifications"]),
    );
    expect(link("← Back")).toBe("/credential/create/0");
  });

  test("a credential has a card with its price, its date and, for those who do not learn, its author", async () => {
    const credential_id = await publishedCredential(school, [rita], { price: 25 });
    const address = paths.credentialDetails(school.organization_id, credential_id);
    await open(address, school.as("Lena"));
    await screen.findByRole("button", { name: "Apply" });
    expect(screen.getByText(/^Posted on/).textContent).not.toContain("Created by");
    for (const label of ["Credit hours", "Price", "$25.00", "How it’s scored", "Resources"])
      expect(screen.getAllByText(label), label).not.toEqual([]);
    expect(link(school.name)).toBe("/organizationDetails");
    expect(screen.getAllByRole("img", { name: "Passing" })).toHaveLength(2);
    expect(screen.getAllByRole("img", { name: "Not passing" })).toHaveLength(2);
    expect(screen.queryByRole("button", { name: "Edit" })).toBeNull();
    closeWindow();
    await open(address, school.as("Ada"));
    await screen.findByRole("button", { name: "Edit" });
    expect(screen.getByText(/^Posted on/).textContent).toContain("Created by Ada");
    expect(screen.queryByRole("button", { name: "Apply" })).toBeNull();
  });
});
