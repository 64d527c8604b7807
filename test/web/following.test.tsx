import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, describe, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import { anchorOf, draftWithCalibration } from "../support/fixtures/anchors.ts";
import { answered } from "../support/fixtures/answered.ts";
import { silentEndpoint } from "../support/fixtures/receiver.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { open, press, said, toasts, type, typedIn } from "../support/portal.tsx";
import { world } from "../support/world.ts";

const { organization, webhook, tie, calibration } = contract;
const refused =
  "This was changed elsewhere after you opened it. Your changes are still here. Check them, and save again.";
let school: Organization;
let ada: Person;
let abe: Person;

beforeAll(async () => {
  school = await world.newOrganization("Followed School");
  [ada, abe] = [school.as("Ada"), school.as("Abe")];
  for (const each of [ada, abe]) each.signOut();
});

describe("a form that is sent whole, refused because somebody else was faster, shows their work and takes none of it back", () => {
  test("on the organization's details, and says of a field that both changed what it is now", async () => {
    await open("/organizationDetails", ada);
    fireEvent.click(await screen.findByRole("button", { name: "Edit" }));
    await screen.findByLabelText("Description");
    type("Description", "What Ada says.");
    type(/^Address/, "1 Ada Street");
    const read = answered(await abe.call(organization.read));
    const { name, domain_url, timezone, version } = read;
    const theirs = { name, domain_url, timezone, version, description: "What Abe says.", phone: "5550101234" };
    answered(await abe.call(organization.update, theirs));

    press("Save");
    await said(refused);
    await waitFor(() => expect(typedIn(/^Phone/)).toBe("5550101234"));
    await said(
      "This was changed elsewhere after you opened it. It’s “What Abe says.” now. Saving replaces that with what you entered.",
    );
    expect([typedIn("Description"), typedIn(/^Address/)]).toEqual(["What Ada says.", "1 Ada Street"]);
    expect(screen.getAllByText(/^This was changed elsewhere.+It’s/)).toHaveLength(1);
    press("Save");
    await waitFor(() => expect(toasts()).toContain("Your Changes Saved Successfully."));
    expect(answered(await abe.call(organization.read))).toMatchObject({
      description: "What Ada says.",
      address: "1 Ada Street",
      phone: "5550101234",
    });
  });

  test("on the working days", async () => {
    await open("/organizationDetails", ada);
    fireEvent.click(await screen.findByRole("button", { name: "Edit working days" }));
    fireEvent.click(await screen.findByRole("checkbox", { name: "Closed on US federal holidays" }));
    const { version, weekdays, federal_holidays } = answered(await abe.call(organization.readCalendar));
    const closing_days = ["2031-12-24"];
    answered(await abe.call(organization.saveCalendar, { weekdays, federal_holidays, closing_days, version }));
    press("Save working days");
    await said(refused);
    await screen.findByRole("button", { name: /^Remove .*December 24, 2031$/ });
    press("Save working days");
    await waitFor(() => expect(toasts()).toContain("Working days saved."));
    const saved = { federal_holidays: !federal_holidays, closing_days };
    expect(answered(await abe.call(organization.readCalendar))).toMatchObject(saved);
  });

  test("on a custom role: a permission that was taken is not given back by renaming it", async () => {
    const user = userEvent.setup();
    await open("/roles", ada);
    await user.click(await screen.findByRole("button", { name: "Actions for Course assistant" }));
    await user.click(await screen.findByRole("menuitem", { name: "Edit" }));
    const dialog = within(await screen.findByRole("dialog"));
    type("Name", "Helper");
    const { role_id } = school;
    const role = async () =>
      answered(await abe.call(organization.listRoles)).roles.find((each) => each.role_id === role_id)!;
    const { name, version } = await role();
    answered(await abe.call(organization.updateRole, { role_id, name, role_perms: ["Read"], version }));
    const box = (action: string) => dialog.getByRole<HTMLInputElement>("checkbox", { name: new RegExp(`^${action}`) });
    expect(box("Update").checked).toBe(true);
    press("Save");
    await said(refused);
    await waitFor(() => expect(["Create", "Update"].map((each) => box(each).checked)).toEqual([false, false]));
    expect(typedIn("Name")).toBe("Helper");
    await user.click(box("Delete"));
    answered(await abe.call(organization.updateRole, { role_id, name, role_perms: ["Approve", "Read"] }));
    press("Save");
    await said(
      "This was changed elsewhere after you opened it. It’s “Approve and Read” now. Saving replaces that with what you entered.",
    );
    press("Save");
    await waitFor(() => expect(toasts()).toContain("Helper was updated. It applies right away."));
    expect(await role()).toMatchObject({ name: "Helper", role_perms: ["Delete", "Read"] });
  });

  test("on a webhook endpoint", async () => {
    const user = userEvent.setup();
    const endpoint_id = await silentEndpoint(school);
    await open(`/connections/webhooks/${endpoint_id}`, ada);
    await user.click(await screen.findByRole("button", { name: "Edit" }));
    await screen.findByLabelText("Address");
    type(/^Description/, "Student records");
    const now = async () =>
      answered(await abe.call(webhook.list)).endpoints.find((each) => each.endpoint_id === endpoint_id)!;
    const address = "http://localhost:9/elsewhere";
    answered(await abe.call(webhook.update, { endpoint_id, address, types: [], version: (await now()).version }));
    press("Save");
    await said(refused);
    await waitFor(() => expect(typedIn("Address")).toBe(address));
    press("Save");
    await waitFor(() => expect(toasts()).toContain("Endpoint changed."));
    expect(await now()).toMatchObject({ address, description: "Student records" });
  });

  test("on one's ties, from another window, and says so above the rows that both changed", async () => {
    const lena = school.as("Lena");
    await open("/ties", lena);
    fireEvent.click(await screen.findByRole("button", { name: "Add employer" }));
    type("Employer", "Mill School");
    const people = [{ email: "kin@example.org", kind: "family" as const }];
    answered(await lena.call(tie.save, { employers: [], people, version: 0 }));
    press("Save");
    await said(refused);
    await waitFor(() => expect(typedIn("Email")).toBe("kin@example.org"));
    const employers = [{ name: "Lake School" }];
    answered(await lena.call(tie.save, { employers, people, version: 1 }));
    press("Save");
    await said("This was changed elsewhere after you opened it. Saving replaces that with what you entered.");
    expect(typedIn("Employer")).toBe("Mill School");
    press("Save");
    await waitFor(() => expect(toasts()).toContain("Your Changes Saved Successfully."));
    expect(answered(await lena.call(tie.read, {}))).toMatchObject({ employers: [{ name: "Mill School" }], people });
  });

  test("on an anchor", async () => {
    const draft = await draftWithCalibration(school, [await acceptedReviewer(school, "Rita")], "Followed");
    const { credential_id, section_id } = draft;
    const anchor_id = await anchorOf(ada, draft, "A", "abc");
    await open(`/credential/${credential_id}/anchors/${anchor_id}`, ada);
    fireEvent.click(await screen.findByText("Edit the work"));
    type("Name", "Ada’s name");
    const { anchors } = answered(await abe.call(calibration.listAnchors, { credential_id }));
    const { version, title, form } = anchors.find((each) => each.anchor_id === anchor_id)!;
    const answers = [{ section_id, answer: "Abe’s answer" }];
    answered(await abe.call(calibration.saveAnchor, { credential_id, anchor_id, title, form, answers, version }));
    press("Save work");
    await said(refused);
    await waitFor(() => expect(typedIn("Response to “Field notes”")).toBe("Abe’s answer"));
    press("Save work");
    await waitFor(() => expect(toasts()).toContain("Anchor saved."));
    const now = answered(await abe.call(calibration.listAnchors, { credential_id })).anchors;
    expect(now).toMatchObject([{ title: "Ada’s name", answers }]);
  });
});
