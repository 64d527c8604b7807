import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { contract } from "../../shared/contract.ts";
import { roleIds } from "../../shared/permissions.ts";
import { addressesIn } from "../../web/organization/pasted-addresses.ts";
import { peopleIn } from "../../web/organization/people-of-file.ts";
import { beginSession, currentSession } from "../../web/session/session-store.ts";
import { answered } from "../support/fixtures/answered.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { tokensFor } from "../support/fixtures/invitation.ts";
import { applied } from "../support/fixtures/payment.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { accepted } from "../support/fixtures/work.ts";
import type { Organization } from "../support/organization.ts";
import { answerInstead, ask, open, press, said, toasts, type, typedIn } from "../support/portal.tsx";
import { world } from "../support/world.ts";

let school: Organization;
const mark = Math.random().toString(36).slice(2, 10);

beforeAll(async () => {
  school = await world.newOrganization("Formal School");
  await school.as("Ada").token();
});

describe("the organization form", () => {
  test("says what is missing or wrong at the field, and keeps what was typed when the name is taken", async () => {
    await open("/organizations/create", world.as("Sam"));
    await screen.findByLabelText("Name");
    press("Add");
    await said("Organization name can not be empty");
    await said("Description can not be empty");
    type("Name", "N".repeat(81));
    type(/^Phone/, "12");
    press("Add");
    await said("Organization name should not exceed 80 characters");
    await said(/^Invalid mobile number$/i);

    type("Name", school.name);
    type("Description", "A school of forms.");
    type(/^Phone/, "555 010 1234");
    press("Add");
    await said("Organization name already exist, try another one.");
    expect([typedIn("Name"), typedIn("Description")]).toEqual([school.name, "A school of forms."]);
  });

  test("leads from an organization that is created to inviting its admin", async () => {
    const portal = await open("/organizations/create", world.as("Sam"));
    await screen.findByLabelText("Name");
    type("Name", `Created School ${mark}`);
    type("Description", "A school without people.");
    press("Add");
    await said(`No one belongs to Created School ${mark} yet. Its admin sets up everything else.`);
    expect(portal.path()).toBe("/organizations");
    fireEvent.click(screen.getByRole("link", { name: "Invite its admin" }));
    await screen.findByRole("dialog", { name: "Invite people" });
    expect(within(screen.getByRole("dialog")).getByRole("button", { name: /^Role/ }).textContent).toContain("Admin");
    expect(portal.path()).toMatch(/^\/organizations\/org_[^/]+\/users$/);
  });

  test("takes one of the ready colours or a typed one, and says of one that is too light", async () => {
    await open("/organizationDetails", school.as("Ada"));
    fireEvent.click(await screen.findByRole("button", { name: "Edit" }));
    fireEvent.click(await screen.findByRole("radio", { name: "Plum" }));
    expect(typedIn(/^Color/)).toBe("#7a2a6b");
    type(/^Color/, "#ffcc00");
    type("Description", "A school of colours.");
    press("Save");
    await said("Choose a darker color. White text isn’t readable on this one.");
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "Plum" }).checked).toBe(false);
    type(/^Color/, "#1F4E9E");
    press("Save");
    await screen.findByText("#1f4e9e");
  });

  test("is read-only for those who are no admins", async () => {
    await open("/organizationDetails", school.as("Ivan"));
    await screen.findAllByText(school.name);
    expect(screen.queryByRole("button", { name: "Edit" })).toBeNull();
    expect(screen.queryByLabelText("Name")).toBeNull();
  });
});

describe("the working days", () => {
  test("are the admin's to say: a closing day is added and taken away, and none at all is refused", async () => {
    const user = userEvent.setup();
    await open("/organizationDetails", school.as("Ada"));
    await screen.findByText("Monday, Tuesday, Wednesday, Thursday, Friday");
    await user.click(screen.getByRole("button", { name: "Edit working days" }));
    for (const day of ["12/24/2031", "12/31/2031"]) {
      type(/^Closed day /, day);
      press("Add closed day");
      await screen.findByRole("button", { name: new RegExp(`^Remove .*December ${day.slice(3, 5)}, 2031$`) });
    }
    await user.click(screen.getByRole("button", { name: /^Remove .*December 31, 2031$/ }));
    for (const day of ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"])
      await user.click(screen.getByRole("button", { name: `Remove ${day}` }));
    press("Save working days");
    await said("Choose at least one working day.");
    await user.click(screen.getByRole("button", { name: /^Working days of the week/ }));
    await user.click(await screen.findByRole("option", { name: "Monday" }));
    press("Save working days");
    await screen.findByRole("button", { name: "Edit working days" });
    await screen.findByText("Wednesday, December 24, 2031");
    expect(screen.queryByText(/December 31, 2031/)).toBeNull();
    const { body } = await school.as("Ada").call(contract.organization.readCalendar);
    expect(body.data).toMatchObject({ weekdays: [1], closing_days: ["2031-12-24"], version: 1 });
  });

  test("are shown to admins alone", async () => {
    await open("/organizationDetails", school.as("Ivan"));
    await screen.findAllByText(school.name);
    expect(screen.queryByText("Working days")).toBeNull();
  });
});

describe("the invitation form", () => {
  const choose = async (label: string, option: string) => {
    const user = userEvent.setup();
    await user.click(screen.getByRole("button", { name: new RegExp(`^${label}\\b`) }));
    await user.click(await screen.findByRole("option", { name: option }));
  };

  test("tells each row what is wrong with it, sends none then, and keeps what was typed", async () => {
    const lena = school.as("Lena");
    await lena.token();
    const guest = `form-${mark}@pages.test`;
    const portal = await open("/addInvitation", school.as("Ada"));
    await screen.findByLabelText("Email 1");
    press("Get Started");
    await said("Email field can not be empty");
    await said("Role field can not be empty");

    type("Email 1", guest);
    await choose("Role 1", "Learner");
    press("Add another");
    type("Email 2", "nobody");
    await choose("Role 2", "Learner");
    press("Get Started");
    await said("Please enter valid Email");

    type("Email 2", lena.email);
    press("Get Started");
    await waitFor(() => expect(toasts()).toContain("Invitation failed"));
    await waitFor(() => expect(labelOfError("Email 2")).not.toBe(""));
    expect(labelOfError("Email 1")).toBe("");
    expect([typedIn("Email 1"), typedIn("Email 2")]).toEqual([guest, lena.email]);
    expect(await tokensFor(guest)).toHaveLength(0);

    press("Remove row 2");
    press("Get Started");
    await waitFor(() => expect(toasts()).toContain("Invitation sent successfully."));
    await waitFor(() => expect(portal.path()).toBe("/"));
  });

  const guests = (name: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${name}${at + 1}-${mark}@pages.test`);
  const rows = () => screen.getAllByLabelText<HTMLInputElement>(/^Email \d/).map(({ value }) => value);
  const mailsTo = async (emails: readonly string[]) => {
    await world.settle();
    return Promise.all(emails.map(async (email) => (await world.mails.to(email)).length));
  };
  /** Pastes a list into the first row, which keeps the focus, and gives everybody one role. */
  const pasteList = async (user: UserEvent, list: string, role: string) => {
    await screen.findByLabelText("Email 1");
    while (document.activeElement !== screen.getByLabelText("Email 1")) await user.tab();
    await user.paste(list);
    await screen.findByLabelText("Email 2");
    expect(document.activeElement).toBe(screen.getByLabelText("Email 1"));
    await user.tab({ shift: true });
    expect(document.activeElement).toBe(screen.getByRole("button", { name: /^Role for all/ }));
    await choose("Role for all", role);
  };

  test("makes a row of each of thirty pasted addresses at once, keeps what is none, and invites them all", async () => {
    const user = userEvent.setup();
    const people = guests("pasted", 30);
    const [first, second, third, fourth, fifth, sixth, ...others] = people;
    const list = [
      `Ada Lovelace <${first}>; Byron, Bo <${second}>`,
      `"Carr, C." <${third}>, ${fourth?.toUpperCase()}\t${fifth} <${fifth}>`,
      `not-an-address, ${sixth}, ${sixth}`,
      ...others,
    ].join("\r\n");
    await open("/users", (await world.newOrganization("Pasting School")).as("Ada"));
    fireEvent.click((await screen.findAllByRole("button", { name: "Invite people" }))[0]!);
    await pasteList(user, list, "Learner");
    await screen.findByText("32 rows");
    expect(rows()).toEqual([
      first,
      second,
      third,
      fourth?.toUpperCase(),
      fifth,
      "not-an-address",
      sixth,
      sixth,
      ...others,
    ]);
    await waitFor(() => expect(labelOfError("Email 6")).toContain("Please enter valid Email"));
    expect(labelOfError("Email 8")).toContain("This address is already in the list.");
    const wrong = () =>
      [...document.querySelectorAll<HTMLInputElement>("input[aria-invalid=true]")].map(({ value }) => value);
    expect(wrong()).toEqual(["not-an-address", sixth]);
    await choose("Role 2", "Reviewer");
    press("Send invitations");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Email 6")));
    expect([rows().length, await mailsTo(people)]).toEqual([32, people.map(() => 0)]);

    press("Remove row 6");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Email 6")));
    press("Remove row 6"); // the first of the two that are alike
    await waitFor(() => expect(wrong()).toEqual([]));
    press("Send invitations");
    await waitFor(() => expect(toasts()).toContain("Invitation sent successfully."));
    await waitFor(() => expect(screen.queryByLabelText("Email 1")).toBeNull());
    expect(await mailsTo(people)).toEqual(people.map(() => 1));
    expect((await world.mails.to(second!))[0]?.text).toContain("as a reviewer");
    expect((await world.mails.to(third!))[0]?.text).toContain("as a learner");
  });

  test("keeps whoever a later call refuses, and invites nobody twice after an answer that was lost", async () => {
    const user = userEvent.setup();
    const crowd = await world.newOrganization("Crowd School");
    const lena = crowd.as("Lena");
    const people = guests("later", 42);
    const portal = await open("/addInvitation", crowd.as("Ada"));
    await pasteList(user, [...people, lena.email].join("; "), "Learner");
    await lena.token(); // they join while the list is looked over
    const send = () => user.click(screen.getByRole("button", { name: "Get Started" }));
    let calls = 0;
    answerInstead(["POST /organization/user"], async ({ request }) => {
      const answer = await ask(request);
      return ++calls === 2 ? Response.error() : answer;
    });
    await send();
    await waitFor(() => expect(toasts()).toContain("Sent: 20. Still to send: 23."));
    expect(rows()).toEqual([...people.slice(20), lena.email]);
    await send();
    await waitFor(() => expect(toasts()).toContain("Sent: 20. Still to send: 3."));
    await waitFor(() => expect(labelOfError("Email 3")).toContain("This user is already a member."));
    expect([rows(), labelOfError("Email 1"), labelOfError("Email 2")]).toEqual([
      [...people.slice(40), lena.email],
      "",
      "",
    ]);
    press("Remove row 3");
    await send();
    await waitFor(() => expect(portal.path()).toBe("/"));
    expect(await mailsTo(people)).toEqual(people.map(() => 1));
  });

  test("spreads a list that was typed when its row is left, and the menu just opened stays open", async () => {
    await open("/addInvitation", school.as("Ada"));
    await screen.findByLabelText("Email 1");
    fireEvent.focus(screen.getByLabelText("Email 1"));
    const typed = guests("typed", 2);
    await userEvent.setup().type(screen.getByLabelText("Email 1"), typed.join(", "));
    await choose("Role 1", "Reviewer");
    expect([rows(), labelOfError("Email 1"), labelOfError("Email 2")]).toEqual([typed, "", ""]);
    expect(screen.getByRole("button", { name: /^Role 1/ }).textContent).toBe("Reviewer");
  });

  test("takes no list of more than a hundred rows, says how many it would be, and where such a list is imported", async () => {
    const user = userEvent.setup();
    await open("/addInvitation", school.as("Ada"));
    await user.click(await screen.findByLabelText("Email 1"));
    await user.paste(guests("crowd", 101).join(" "));
    await said(
      "You can invite up to 100 people here. With this list it would be 101. To invite more, go to Users, Import people.",
    );
    expect(rows()).toEqual([""]);
  });

  const dropFile = (contents: BlobPart, name: string) =>
    fireEvent.drop(screen.getByRole("region", { name: "People to invite" }), {
      dataTransfer: { files: [new File([contents], name)], types: ["Files"] },
    });

  test("takes a dropped CSV, tells at once who cannot be invited, takes those out, and invites the class in few clicks", async () => {
    const academy = await world.newOrganization("Class School");
    const lena = academy.as("Lena");
    await lena.token();
    const [invited] = guests("waiting", 1);
    await academy.as("Ada").call(contract.organization.inviteUsers, { invitations: [{ email: invited!, role: 5 }] });
    await open("/users", academy.as("Ada"));
    fireEvent.click((await screen.findAllByRole("button", { name: "Invite people" }))[0]!);
    await screen.findByLabelText("Email 1");
    dropFile("not a list", "class.xlsx");
    await said(/^We couldn’t find email addresses in class\.xlsx\./);
    const people = guests("filed", 30);
    const lines = [...people, lena.email, invited, people[0]].map((email, at) => `"Student; ${at}";${email}`);
    dropFile(`\ufeffName;E-Mail\r\n${lines.join("\r\n")}\r\n`, "class.csv");
    await said("33 rows added from class.csv, column “E-Mail”. Its first row has the names of columns.");
    expect(rows()).toEqual([...people, lena.email, invited, people[0]]);
    await screen.findByText("3 rows can’t be invited. The reason is beside each.");
    expect([31, 32, 33].map((at) => labelOfError(`Email ${at}`))).toEqual([
      expect.stringContaining("This user is already a member."),
      expect.stringContaining("already been invited"),
      expect.stringContaining("This address is already in the list."),
    ]);
    await choose("Role for all", "Learner");
    press("Send invitations");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Email 31")));
    expect(await mailsTo(people)).toEqual(people.map(() => 0));
    press("Remove these 3");
    await waitFor(() => expect(rows()).toEqual(people));
    press("Send invitations");
    await waitFor(() => expect(screen.queryByLabelText("Email 1")).toBeNull());
    expect(await mailsTo(people)).toEqual(people.map(() => 1));
  });

  test("adds a file to what is typed, with the roles that it names, and takes none that is too long", async () => {
    await open("/addInvitation", school.as("Ada"));
    await screen.findByLabelText("Email 1");
    type("Email 1", "first@pages.test");
    dropFile("email,role\nann@pages.test,reviewer\nbob@pages.test,Dean\n", "staff.csv");
    await waitFor(() => expect(rows()).toEqual(["first@pages.test", "ann@pages.test", "bob@pages.test"]));
    expect(screen.getByRole("button", { name: /^Role 2/ }).textContent).toBe("Reviewer");
    await said("Role field can not be empty");
    dropFile(guests("crowd", 98).join("\n"), "crowd.csv");
    await said(/With this list it would be 101\. To invite more, go to Users, Import people\.$/);
    expect(rows()).toHaveLength(3);
  });

  test("looks a typed address up when its row is left, and forgets what it found once it is mended", async () => {
    const lena = school.as("Lena");
    await lena.token();
    await open("/addInvitation", school.as("Ada"));
    const user = userEvent.setup();
    await user.type(await screen.findByLabelText("Email 1"), lena.email.toUpperCase());
    await user.tab();
    await said("This user is already a member.");
    await user.type(screen.getByLabelText("Email 1"), "x");
    await user.tab();
    await waitFor(() => expect(labelOfError("Email 1")).toBe(""));
  });

  test.each<[string, BlobPart, string[], string?]>([
    ["commas and quoted cells", 'Name,"E-mail, work"\n"Lovelace, ""Ada""",ada@x.org\n', ["ada@x.org"], "E-mail, work"],
    ["tabs", "ada@x.org\tAda\nbo@x.org\tBo", ["ada@x.org", "bo@x.org"]],
    [
      "UTF-16 of a spreadsheet",
      new Uint16Array([..."\ufeffMail\tAda\nada@x.org\tx"].map((c) => c.charCodeAt(0))),
      ["ada@x.org"],
      "Mail",
    ],
    ["headings that name no addresses", "Who;Where\nAda;ada@x.org\nBo;bo@x.org", ["ada@x.org", "bo@x.org"], "Where"],
    [
      "several addresses in a cell, and rows without one",
      'email,name\n"a@x.org; Bo <b@x.org>",\n,Cy Nobody\n,\n',
      ["a@x.org", "b@x.org", "Cy Nobody"],
      "email",
    ],
    ["an address with a fault in the first row", "ada.x.org,1\nbo@x.org,2", ["ada.x.org", "bo@x.org"]],
    [
      "the own address, not the parents'",
      "Parent,Email\np@x.org,a@x.org\nq@x.org,b@x.org",
      ["a@x.org", "b@x.org"],
      "Email",
    ],
    ["no addresses", "Name\nAda\n", []],
  ])("reads a file with %s", async (_, contents, emails, heading) => {
    const { people, ...rest } = await peopleIn(new Blob([contents]));
    expect([people.map(({ email }) => email), rest.heading]).toEqual([emails, heading]);
  });

  test("reads addresses as mail programs copy them, and leaves what is none as it was written", () => {
    for (const [text, entries] of [
      ["Lovelace, Ada <ada@x.org>; O’Neil-Byron, Bo <bo@x.org>;", ["ada@x.org", "bo@x.org"]],
      ["a@x.org b@x.org\n\n'c@x.org' <c@x.org>", ["a@x.org", "b@x.org", "c@x.org"]],
      ["bob.x.org, Ada <ada@x.org>", ["bob.x.org", "ada@x.org"]],
      ["nobody, Ada Lovelace ada@x.org", ["nobody", "Ada Lovelace", "ada@x.org"]],
      ["Ada <nobody>, b@x.org Cy <c@x.org>", ["Ada <nobody>", "b@x.org", "c@x.org"]],
      [" \r\n;, ", []],
    ] as const)
      expect(addressesIn(text)).toEqual(entries);
  });

  test("can be skipped", async () => {
    const portal = await open("/addInvitation", school.as("Ivan"));
    await screen.findByLabelText("Email 1");
    press("Skip");
    await waitFor(() => expect(portal.path()).toBe("/successScreen"));
  });
});

/** What stands at a field as wrong. */
const labelOfError = (label: string): string => {
  const ids = screen.getByLabelText(label).getAttribute("aria-describedby")?.split(" ") ?? [];
  const invalid = screen.getByLabelText(label).getAttribute("aria-invalid") === "true";
  return invalid ? ids.map((id) => document.getElementById(id)?.textContent ?? "").join(" ") : "";
};

describe("the list of users", () => {
  test("says 'Waiting...' when it cannot be had, and can be asked again", async () => {
    const away = () => new Response('{"message":"Not Found"}', { status: 404 });
    const mend = answerInstead(["GET /organization/user/list"], away);
    await open("/users", school.as("Ada"));
    await said("Waiting...");
    mend();
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    await said(school.as("Ada").email);
    expect(screen.queryByText("Waiting...")).toBeNull();
  });

  test("offers an admin to suspend a member, says what follows, and lets them in again", async () => {
    const small = await world.newOrganization("Listing School");
    const leo = small.as("Leo");
    await leo.token();
    const choose = async (action: string) => {
      fireEvent.click(await screen.findByRole("button", { name: "Actions for Leo Rivers" }));
      fireEvent.click(await screen.findByRole("menuitem", { name: action }));
    };
    await open("/users", small.as("Ada"));
    await choose("Suspend");
    await screen.findByRole("dialog", { name: "Suspend Leo Rivers?" });
    await said(/You can’t suspend learners with paid work in progress/);
    fireEvent.click(screen.getAllByRole("button", { name: "Suspend" }).at(-1)!);
    await waitFor(() => expect(toasts()).toContain("Leo Rivers is suspended."));
    await choose("Restore access");
    await screen.findByRole("dialog", { name: "Restore access for Leo Rivers?" });
    fireEvent.click(screen.getAllByRole("button", { name: "Restore access" }).at(-1)!);
    await waitFor(() => expect(toasts()).toContain("Leo Rivers is a member again."));
  });
});

test("what a permission brings along is shown while a role is put together, and only what was chosen is kept", async () => {
  await open("/roles", school.as("Ada"));
  fireEvent.click((await screen.findAllByRole("button", { name: "Create role" }))[0]!);
  const dialog = within(await screen.findByRole("dialog"));
  const box = (name: string) => dialog.getByRole<HTMLInputElement>("checkbox", { name: new RegExp(`^${name}`) });
  const shown = () => ["Create", "Delete", "Read", "Update"].map((name) => [box(name).checked, box(name).disabled]);
  const [free, chosen, follows] = [
    [false, false],
    [true, false],
    [true, true],
  ];
  expect(shown()).toEqual([free, free, free, free]);
  fireEvent.click(box("Create"));
  expect(shown()).toEqual([chosen, free, follows, follows]);
  expect(dialog.getAllByText(/Comes with Create\./)).toHaveLength(2);
  fireEvent.click(box("Delete"));
  expect(dialog.getAllByText(/Comes with Create and Delete\./)).toHaveLength(1);
  fireEvent.click(box("Create"));
  expect(shown()).toEqual([free, chosen, follows, free]);
  type("Name", "Pruner");
  fireEvent.click(dialog.getByRole("button", { name: "Create role" }));
  await waitFor(() => expect(toasts()).toContain("Pruner was created."));
  const { roles } = answered(await school.as("Ada").call(contract.organization.listRoles, {}));
  expect(roles.find(({ name }) => name === "Pruner")?.role_perms).toEqual(["Delete"]);
});

test("a role that cannot be created for a fault of ours says so, and stays as it was typed", async () => {
  await open("/roles", school.as("Ada"));
  fireEvent.click((await screen.findAllByRole("button", { name: "Create role" }))[0]!);
  const dialog = within(await screen.findByRole("dialog"));
  type("Name", "R".repeat(31));
  fireEvent.click(dialog.getByRole("checkbox", { name: /^Read/ }));
  answerInstead(["POST /orgroletype"], () => Response.json({ message: "Down" }, { status: 500 }));
  fireEvent.click(dialog.getByRole("button", { name: "Create role" }));
  await dialog.findByText(/^We couldn’t create the role\./);
  expect(typedIn("Name")).toBe("R".repeat(30));
});

test("an issuer who is the first of an organization gives it its name, then completes their account", async () => {
  const [email, name] = [`first-${mark}@pages.test`, `First School ${mark}`];
  await world.as("Sam").call(contract.user.invite, { invitations: [{ email, role: 3 }] });
  const token = (await tokensFor(email)).at(-1)!;
  const person = { first_name: "Ines", last_name: "First", email, password: "a lamp in the harbour" };
  const { body } = await world.anyone.call(contract.auth.signup, { ...person, token });
  beginSession(body.data);
  const portal = await open("/completeYourAccount");
  await screen.findByLabelText("Name");
  type("Name", name);
  type("Description", "A school that begins.");
  press("Save and continue");
  await said(`Issue credentials as ${name}.`);
  expect(currentSession()?.organization).toMatchObject({ organization_name: name, is_set_up: true });
  expect(typedIn("Name")).toBe(name);
  press("Continue");
  await said("Your account is ready");
  expect(portal.path()).toBe("/successScreen");
});

test("an issuer's account is read-only where the organization speaks for them, a publisher's is theirs to write", async () => {
  for (const [name, readOnly] of [
    ["Ivan", true],
    ["Pia", false],
  ] as const) {
    await open("/completeYourAccount", school.as(name));
    expect((await screen.findByLabelText<HTMLInputElement>("Name")).readOnly).toBe(readOnly);
    cleanup();
  }
});

test("a publisher finds what they told of themselves from their profile, changes it, and comes back, also with Cancel", async () => {
  const pia = school.as("Pia");
  const told = { organization_name: "Pia's Press", overview: "<p>We publish.</p>", is_internal: false };
  await pia.call(contract.reviewer.saveIssuerProfile, told);
  const portal = await open("/profile", pia);
  fireEvent.click(await screen.findByRole("button", { name: "Issuer profile" }));
  await said("Your issuer profile");
  expect(typedIn("Name")).toBe("Pia's Press");
  await said("We publish.");
  type("Name", "Pia and Partners");
  press("Save");
  await waitFor(() => expect(portal.path()).toBe("/profile"));
  const { body } = await pia.call(contract.reviewer.readIssuerProfile, {});
  expect(body.data.profile).toMatchObject({ organization_name: "Pia and Partners", overview: "<p>We publish.</p>" });
  cleanup();
  const direct = await open("/completeYourAccount", pia); // without a page before it
  await said("Your issuer profile");
  press("Cancel");
  await waitFor(() => expect(direct.path()).toBe("/profile"));
  cleanup();
  await open("/profile", school.as("Ada"));
  await screen.findByRole("button", { name: "Edit" });
  expect(screen.queryByRole("button", { name: "Issuer profile" })).toBeNull();
});

test("the badge service is disconnected after a question, and the dialog is busy for two seconds", async () => {
  const { organization_id } = school;
  const { body } = await school.as("Ada").call(contract.organization.read, { organization_id });
  const badge_service = { status: "connected", region: "us", connected_on: "2026-11-05T00:00:00Z" };
  const connected = () => Response.json({ data: { ...body.data, badge_service } });
  answerInstead(["GET /organization", "DELETE /badgr/disconnect"], connected);
  await open("/organizationDetails", school.as("Ada"));
  fireEvent.click(await screen.findByRole("button", { name: "Disconnect" }));
  const dialog = within(await screen.findByRole("dialog"));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    fireEvent.click(dialog.getByRole("button", { name: "Disconnect" }));
    await act(() => vi.advanceTimersByTimeAsync(1999));
    expect(toasts()).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(toasts()).toEqual(["Badge account disconnected successfully"]);
  } finally {
    vi.useRealTimers();
  }
});

test("a super administrator archives an organization, deletes it, and it is gone with its members' access", async () => {
  const leaving = await world.newOrganization("Leaving School");
  const ada = leaving.as("Ada");
  await ada.token();
  const { organization_id, name } = leaving;
  const act = async (verb: string) => {
    const user = userEvent.setup();
    await screen.findByText(name);
    await user.click(screen.getByRole("button", { name: `Actions for ${name}` }));
    await user.click(await screen.findByRole("menuitem", { name: verb }));
    return within(await screen.findByRole("dialog"));
  };
  await open(`/organizations?q=${encodeURIComponent(name)}`, world.as("Sam"));
  const archiving = await act("Archive");
  fireEvent.click(archiving.getByRole("button", { name: "Archive" }));
  await waitFor(() => expect(toasts()).toContain(`${name}: archived.`));
  await world.settle();
  cleanup();

  await open(`/organizations?tab=archived&q=${encodeURIComponent(name)}`);
  const deleting = await act("Delete");
  const last = deleting.getByRole<HTMLButtonElement>("button", { name: "Delete" });
  expect(last.disabled).toBe(true);
  fireEvent.change(deleting.getByLabelText(/^To confirm/), { target: { value: name } });
  fireEvent.click(last);
  await waitFor(() => expect(toasts()).toContain(`${name}: deleted.`));
  await world.control.runSchedule("delete-organizations", 180_000);
  await world.settle();
  expect(await world.control.item(`ORG#${organization_id}`, "META")).toMatchObject({ status: "deleted" });
  cleanup();
  await open(`/organizations?tab=archived&q=${encodeURIComponent(name)}`);
  await said("No matches");
  const { email, password } = ada;
  const refused = await world.anyone.call(contract.auth.login, { email, password });
  expect(refused.body.error.code).toBe("ERRORGDELETE");
});

test("an organization that its admin has not named yet is a row that opens, and the name of its pages", async () => {
  answered(
    await world.as("Sam").call(contract.user.invite, {
      invitations: [{ email: `first-admin-${mark}@example.org`, role: roleIds.admin }],
    }),
  );
  await open("/organizations", world.as("Sam"));
  const [unnamed] = await screen.findAllByRole("link", { name: "Untitled organization" });
  await userEvent.setup().click(unnamed!);
  await screen.findByRole("heading", { name: "Untitled organization" });
});

test("an archived organization's people read on their pages what ends when, and no page breaks", async () => {
  const fading = await world.newOrganization("Fading School");
  const [rita, lena, ada] = [await acceptedReviewer(fading, "Rita"), fading.as("Lena"), fading.as("Ada")];
  const dear = await publishedCredential(fading, [rita], { price: 25 });
  await applied(lena, dear);
  await accepted(fading.as("Leo"), await publishedCredential(fading, [rita]), rita);
  const { organization_id: id, name } = fading;
  expect((await world.as("Sam").call(contract.organization.archive, { id, archiveStatus: true })).status).toBe(200);

  for (const [path, title] of [
    ["/acceptedJobs", "Accepted jobs"],
    ["/openJobs", "Open jobs"],
    ["/payments", "Payments"],
  ] as const) {
    await open(path, rita);
    await screen.findByText(`${name} is archived`);
    await screen.findByRole("heading", { name: new RegExp(`^${title}`), level: 1 });
    expect(screen.getByText(/Work in progress can be finished until .* You’re paid for the sections/)).toBeTruthy();
    cleanup();
  }
  await open(`/paymentInformation/${dear}`, lena);
  await screen.findByText("You can’t pay for this right now");
  expect(screen.queryByLabelText("Card number")).toBeNull();
  cleanup();
  await open("/organizationDetails", ada);
  await screen.findAllByText(name);
  expect(screen.queryByRole("button", { name: "Cancel" })).toBeNull();
});
