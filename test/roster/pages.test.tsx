import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, describe, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { tokensFor } from "../support/fixtures/invitation.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { checkedImport, fileOf } from "../support/fixtures/roster.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { open, press, said, type, typedIn } from "../support/portal.tsx";
import { world } from "../support/world.ts";

let school: Organization;
let rita: Person;
const mark = Math.random().toString(36).slice(2, 10);

beforeAll(async () => {
  school = await world.newOrganization("Roster School");
  rita = await acceptedReviewer(school, "Rita");
});

describe("importing people", () => {
  test("begins below Users, and says of a file that is none of the kind what is taken", async () => {
    await open("/users", school.as("Ada"));
    fireEvent.click(await screen.findByRole("button", { name: "Import people" }));
    await screen.findByText("No imports yet");
    const chooser = document.querySelector<HTMLInputElement>("input[type=file]")!;
    fireEvent.change(chooser, { target: { files: [new File(["x"], "people.xlsx")] } });
    await said(/people\.xlsx: You can upload CSV\./);
    expect(screen.getByRole("button", { name: "Download template" })).toBeDefined();
  });

  test("shows what is wrong with rows, sends after the confirmation, and takes back", async () => {
    const ada = school.as("Ada");
    const email = `page-${mark}@pages.test`;
    const import_id = await checkedImport(
      world,
      ada,
      fileOf([`${email},Learner,7`, "broken,King,8"], "Email,Role,Seat"),
    );
    await open(`/users/imports/${import_id}`, ada);
    await screen.findByText("Ready to confirm");
    await screen.findByText("Role: Your organization has no role “King”.");
    screen.getByText("We don’t read these columns: Seat.");
    const counts = within(screen.getByLabelText("What the rows come to"));
    expect(counts.getByText("To invite").nextElementSibling?.textContent).toBe("1");
    expect(counts.getByText("With errors").nextElementSibling?.textContent).toBe("1");
    press("Invite 1 person");
    await screen.findByText("Sent");
    expect(await tokensFor(email)).toHaveLength(1);
    press("Take back");
    const dialog = await screen.findByRole("dialog");
    await userEvent.setup().click(await within(dialog).findByRole("button", { name: "Take back" }));
    await screen.findByText("Taken back");
    const { body } = await ada.call(contract.roster.read, { import_id });
    expect(body.data.counts).toMatchObject({ withdrawn: 1, invited: 0 });
  });

  test("puts the names of the file into the sign-up form, where they may be changed", async () => {
    const ada = school.as("Ada");
    const email = `named-${mark}@pages.test`;
    const lines = fileOf([`${email},Learner,Ann,Lee`], "Email,Role,First name,Last name");
    await ada.call(contract.roster.confirm, { import_id: await checkedImport(world, ada, lines) });
    const [token] = await tokensFor(email);
    await open(`/signup?${new URLSearchParams({ role: "5", email, t: token! })}`);
    await screen.findByDisplayValue("Ann");
    expect(typedIn(/^Last name/)).toBe("Lee");
  });

  test("says on the sign-up form what the file has of employer and credential, and leads a learner there at the end", async () => {
    const ada = school.as("Ada");
    const title = `Reading ${mark}`;
    const cred_id = await publishedCredential(school, [rita], { title });
    const email = `earning-${mark}@pages.test`;
    const lines = fileOf([`${email},Learner,Mill School,${title}`], "Email,Role,Employer,Credential");
    await ada.call(contract.roster.confirm, { import_id: await checkedImport(world, ada, lines) });
    const [token] = await tokensFor(email);
    const portal = await open(`/signup?${new URLSearchParams({ role: "5", email, t: token! })}`);
    await screen.findByText(`You’re invited to earn “${title}”.`);
    screen.getByText(/told us that you work at Mill School\./);
    type("First name", "Ann");
    type(/^Last name/, "Lee");
    type("Password", "a lamp in the harbour");
    fireEvent.click(screen.getByRole("checkbox"));
    press("Start learning");
    await screen.findByRole("heading", { name: "Welcome" });
    press("Skip");
    await screen.findByRole("heading", { name: "SCECH profile" });
    press("Skip");
    await waitFor(() => expect(portal.path()).toBe(`/credential/details/${school.organization_id}/${cred_id}`));
  });

  test("leads a member of another organization to the credential by the way they sign in", async () => {
    const ada = school.as("Ada");
    const title = `Coaching ${mark}`;
    const cred_id = await publishedCredential(school, [rita], { title });
    const guild = await world.newOrganization("Roster Guild");
    const { email } = guild.as("Lena");
    await guild.as("Lena").token();
    const lines = fileOf([`${email},Learner,${cred_id}`], "Email,Role,Credential");
    await ada.call(contract.roster.confirm, { import_id: await checkedImport(world, ada, lines) });
    const token = (await tokensFor(email)).at(-1)!;
    const credentialPage = `/credential/details/${school.organization_id}/${cred_id}`;
    const link = `/signup?${new URLSearchParams({ role: "5", email, t: token })}`;
    await open(link);
    const signIn = await screen.findByRole("link", { name: "Sign in to join" });
    expect(new URL(signIn.getAttribute("href")!, "http://portal").searchParams.get("next")).toBe(credentialPage);
    await open(link, guild.as("Lena"));
    fireEvent.click(await screen.findByRole("button", { name: `Join ${school.name}` }));
    await screen.findByRole("heading", { name: title });
  });
});
