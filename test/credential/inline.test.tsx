import { screen, waitFor } from "@testing-library/react";
import { beforeAll, describe, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import { currentFlashes } from "../../web/app/flash.ts";
import type { Organization } from "../support/organization.ts";
import { open, press, said, type } from "../support/portal.tsx";
import { world } from "../support/world.ts";
import { answered, writeDraft } from "./writing.ts";

let school: Organization;

beforeAll(async () => {
  school = await world.newOrganization("Inline School");
});

const toasts = () => currentFlashes().map(({ text }) => text);

describe("a section on the credential's page", () => {
  test("is edited where it stands by who is neither issuer nor learner", async () => {
    const pia = school.as("Pia");
    const { cred_id, organization_id } = await writeDraft(pia, [], { upTo: 1 });
    await open(`/credential/details/${organization_id}/${cred_id}`, pia);
    await screen.findByRole("button", { name: "Edit section 2" });
    press("Edit section 2");
    await screen.findByLabelText("Title");
    expect(screen.queryByRole("button", { name: "Remove section 2" })).toBeNull();
    type("Title", "");
    press("Save");
    await said("Title field cannot be empty");
    type("Title", "Plan");
    press("Save");
    await said("The title of the section already exists, try another!");
    type("Title", "Proof");
    press("Save");
    await waitFor(() => expect(toasts()).toContain("Section saved."));
    await screen.findByRole("button", { name: "Edit section 2" });
    const { scores_and_submissions } = answered(await pia.call(contract.credential.read, { credential_id: cred_id }));
    expect(scores_and_submissions.sections.map(({ title }) => title)).toEqual(["Plan", "Proof"]);
  });

  test("is edited by its issuer in the wizard", async () => {
    const ivan = school.as("Ivan");
    const { cred_id, organization_id } = await writeDraft(ivan, [], { upTo: 1 });
    await open(`/credential/details/${organization_id}/${cred_id}`, ivan);
    await screen.findByRole("link", { name: "Edit sections" });
    expect(screen.queryByRole("button", { name: "Edit section 2" })).toBeNull();
  });
});
