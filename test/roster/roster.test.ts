import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type Caller, callerFrom, connectTo } from "../../bin/seed/client.ts";
import { isOf, kinds } from "../../functions/data/keys/kinds.ts";
import { rosterKeys } from "../../functions/data/keys/roster.ts";
import type { Step } from "../../functions/data/steps.ts";
import { get, transact } from "../../functions/data/table.ts";
import { advance } from "../../functions/roster/model/advance.ts";
import { ImportRecord, readRows } from "../../functions/roster/model/record.ts";
import { sendRow } from "../../functions/roster/model/send.ts";
import { employerSteps } from "../../functions/tie/model/declare.ts";
import { contract } from "../../shared/contract.ts";
import { environmentOfFile } from "../support/environment.ts";
import { newcomer } from "../support/fixtures/access.ts";
import { answered } from "../support/fixtures/answered.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { uploaded } from "../support/fixtures/file.ts";
import { invitedAs, tokensFor } from "../support/fixtures/invitation.ts";
import { programOf } from "../support/fixtures/key.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { checkedImport, fileOf, importNow } from "../support/fixtures/roster.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { world } from "../support/world.ts";

const { roster, organization, auth, file, tie } = contract;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const mark = Math.random().toString(36).slice(2, 10);
let academy: Organization;
let ada: Person;
let rita: Person;
let count = 0;
const address = () => `row${count++}-${mark}@roster.test`;
const learners = (addresses: readonly string[]) => fileOf(addresses.map((email) => `${email},Learner`));
const inAnHour = () => new Date(Date.now() + hourMs).toISOString();
const resultsOf = async (import_id: string, person = ada) =>
  (await person.call(roster.report, { import_id })).text
    .trimEnd()
    .split("\r\n")
    .slice(1)
    .map((line) => line.split(",")[2]);

/** Somebody who has signed up by an invitation. */
async function joinBy(invited: { readonly email: string; readonly token: string }): Promise<Caller> {
  const password = "a lamp in the harbour";
  const names = { first_name: "Jo", last_name: "Ined" };
  const { token } = answered(await world.anyone.call(auth.signup, { ...invited, ...names, password }));
  return callerFrom(connectTo(world.origin), async () => token);
}

/** The steps that add an employer to one, computed before their person declares something else. */
async function employerStepsAfterOne(person: Person): Promise<Step[]> {
  const { version } = answered(await person.call(tie.read, {}));
  await person.call(tie.save, { employers: [{ name: "A" }], people: [], version });
  const steps = await employerSteps(person.user_id, "Mill School");
  await person.call(tie.save, { employers: [{ name: "B" }], people: [], version: version + 1 });
  return steps;
}

/** The invitations of an organization into a role as they are stored. */
async function invitationsOf({ organization_id }: Organization, role: number): Promise<Record<string, unknown>[]> {
  const everything = await world.control.everything();
  return everything.filter(
    (item) => isOf(kinds.invitation, item as never) && item.organization_id === organization_id && item.role === role,
  );
}

environmentOfFile(() =>
  world.control.settings([
    "AWS_REGION",
    "AWS_ACCESS_KEY_ID",
    "AWS_SECRET_ACCESS_KEY",
    "AWS_ENDPOINT_URL_DYNAMODB",
    "TABLE_NAME",
  ]),
);

afterEach(() => {
  vi.unstubAllEnvs();
  Object.assign(globalThis, { [Symbol.for("laurel.clockOffsetMs")]: 0 });
});

beforeAll(async () => {
  academy = await world.newOrganization("Roster Academy");
  ada = academy.as("Ada");
  rita = await acceptedReviewer(academy, "Rita");
});

describe("importing people", () => {
  test("invites nobody before it is confirmed, then each once, in the role and with the name of the file", async () => {
    const [one, two] = [address(), address()];
    const contents = fileOf(
      [`${one},Reviewer,Ann,Lee`, `${two},Learner,,`, "broken,Learner,,"],
      "Email,Role,First name,Last name",
    );
    const import_id = await checkedImport(world, ada, contents);
    expect(await importNow(ada, import_id)).toMatchObject({
      status: "checked",
      counts: { ready: 2, error: 1, invited: 0 },
    });
    expect(await tokensFor(one)).toHaveLength(0);
    expect((await ada.call(roster.confirm, { import_id })).status).toBe(200);
    const [token] = await tokensFor(one);
    expect(await tokensFor(two)).toHaveLength(1);
    expect(await importNow(ada, import_id)).toMatchObject({
      status: "sent",
      counts: { ready: 0, error: 1, invited: 2 },
    });
    const { body } = await world.anyone.call(auth.validateSignup, { email: one, token: token! });
    expect(body.data).toMatchObject({ first_name: "Ann", last_name: "Lee", role: 4, organization_name: academy.name });
  });

  test("invites a learner to a credential, which the mail names and the welcome leads to", async () => {
    const title = `Reading ${mark}`;
    const cred_id = await publishedCredential(academy, [rita], { title });
    const email = address();
    const import_id = await checkedImport(world, ada, fileOf([`${title},${email},Learner`], "Credential,Email,Role"));
    await ada.call(roster.confirm, { import_id });
    const [token] = await tokensFor(email);
    expect((await world.mails.to(email))[0]!.text).toContain(`They’d like you to earn “${title}”.`);
    const invited = await world.anyone.call(auth.validateSignup, { email, token: token! });
    expect(invited.body.data.credential).toEqual({ cred_id, title });
    const joined = await joinBy({ email, token: token! });
    await world.settle();
    const { notices } = answered(await joined.call(contract.user.listNotices, {}));
    expect(notices).toMatchObject([
      { type: "member.joined", link: `/credential/details/${academy.organization_id}/${cred_id}` },
    ]);
  });

  test("tells at the row of a credential that was closed before its turn, and names one closed later nowhere", async () => {
    const cred_id = await publishedCredential(academy, [rita], { title: `Closing ${mark}` });
    const [early, late] = [address(), address()];
    const checked = (email: string) =>
      checkedImport(world, ada, fileOf([`${email},Learner,${cred_id}`], "Email,Role,Credential"));
    const [first, second] = [await checked(early), await checked(late)];
    await ada.call(roster.confirm, { import_id: first });
    const [token] = await tokensFor(early);
    expect((await ada.call(contract.credential.close, { credential_id: cred_id })).status).toBe(200);
    await ada.call(roster.confirm, { import_id: second });
    expect(await tokensFor(late)).toHaveLength(0);
    expect(answered(await ada.call(roster.listFaults, { import_id: second })).rows[0]).toMatchObject({
      faults: [{ column: "Credential", message: "This credential is no longer published." }],
    });
    const invited = await world.anyone.call(auth.validateSignup, { email: early, token: token! });
    expect(invited.body.data.credential).toBeUndefined();
    const joined = await joinBy({ email: early, token: token! });
    await world.settle();
    expect(answered(await joined.call(contract.user.listNotices, {})).notices).toMatchObject([{ link: "/" }]);
  });

  test("has the employer of its file declared by whoever accepts, once, beside what they declared", async () => {
    const [one, lena] = [address(), academy.as("Lena")];
    const guild = await world.newOrganization("Roster Guild");
    const rows = [
      `${one},Learner,Mill School`,
      `${lena.email},Reviewer,Mill School`,
      `${address()},Issuer,Mill School`,
    ];
    const import_id = await checkedImport(world, guild.as("Ada"), fileOf(rows, "Email,Role,Employer"));
    await guild.as("Ada").call(roster.confirm, { import_id });
    const newcomersToken = (await tokensFor(one))[0]!;
    const invited = await world.anyone.call(auth.validateSignup, { email: one, token: newcomersToken });
    expect(invited.body.data.employer).toBe("Mill School");
    const declared = async (person: Pick<Person, "call">) => answered(await person.call(tie.read, {}));
    const joined = await joinBy({ email: one, token: newcomersToken });
    expect(await declared(joined)).toMatchObject({ employers: [{ name: "Mill School" }], people: [], version: 1 });

    const family = { email: `aunt-${mark}@roster.test`, kind: "family" as const };
    await lena.call(tie.save, { employers: [{ name: "Hill School" }], people: [family], version: 0 });
    const token = (await tokensFor(lena.email)).at(-1)!;
    expect((await lena.call(contract.user.joinOrganization, { token })).status).toBe(200);
    const employers = [{ name: "Hill School" }, { name: "Mill School" }];
    expect(await declared(lena)).toMatchObject({ employers, people: [family], version: 2 });
    expect(await employerSteps(lena.user_id, "MILL  school")).toEqual([]);

    const issuer = await invitationsOf(guild, 3);
    expect(issuer).toHaveLength(1);
    expect(issuer[0]).not.toHaveProperty("employer");
    expect((await invitationsOf(guild, 5))[0]).toMatchObject({ status: "used", email: "" });
    expect((await invitationsOf(guild, 5))[0]).not.toHaveProperty("employer");
  });

  test("never overwrites with that employer what the person declares in another tab, nor adds a sixth", async () => {
    const leo = academy.as("Leo");
    const steps = await employerSteps(leo.user_id, "Mill School");
    const employers = ["A", "B", "C", "D", "E"].map((name) => ({ name }));
    expect((await leo.call(tie.save, { employers, people: [], version: 0 })).status).toBe(200);
    await expect(transact(steps)).rejects.toThrow(expect.objectContaining({ code: "state.changed" }));
    expect(await employerSteps(leo.user_id, "Mill School")).toEqual([]);
    const read = await employerStepsAfterOne(leo);
    await expect(transact(read)).rejects.toThrow(expect.objectContaining({ code: "state.changed" }));
  });

  test("tells who confirmed it when all are sent, by email and notification, and nobody else", async () => {
    const told = "The invitations of your file are sent";
    const school = await world.newOrganization("Told Academy");
    const anne = newcomer(school, "Anne", "admin");
    await anne.token();
    const import_id = await checkedImport(world, school.as("Ada"), learners([address()]));
    const mailsOf = async (person: Person) =>
      (await world.mails.to(person.email)).filter(({ subject }) => subject === told);
    await world.settle();
    expect(await mailsOf(school.as("Ada"))).toHaveLength(0);
    expect((await school.as("Ada").call(roster.confirm, { import_id })).status).toBe(200);
    await world.settle();
    expect(await mailsOf(school.as("Ada"))).toHaveLength(1);
    expect(await mailsOf(anne)).toHaveLength(0);
    const { notices } = answered(await school.as("Ada").call(contract.user.listNotices, {}));
    expect(notices).toContainEqual(expect.objectContaining({ title: told, link: `/users/imports/${import_id}` }));
  });

  test("is followed with a key as far as it is and to rows with errors, and no other row is read", async () => {
    const import_id = await checkedImport(
      world,
      ada,
      fileOf([`fine-${mark}@roster.test,Learner,7`, "broken,Learner,8"], "Email,Role,Seat"),
    );
    const program = await programOf(academy, ["import:read"]);
    const told = { import_id, status: "checked", counts: { ready: 1, error: 1 }, ignored: ["Seat"] };
    expect(answered(await program.call(roster.read, { import_id }))).toMatchObject(told);
    const { imports } = answered(await program.call(roster.list, {}));
    expect(imports[0]).toMatchObject(told);
    expect(JSON.stringify(imports)).not.toMatch(/broken|usr_|imports\//);
    const faults = answered(await program.call(roster.listFaults, { import_id }));
    expect(faults).toEqual({
      total: 1,
      rows: [{ line: 3, email: "broken", faults: [{ column: "Email", message: "Please enter valid Email" }] }],
    });
    const stranger = await programOf(await world.newOrganization("Other Academy"), ["import:read"]);
    expect((await stranger.call(roster.listFaults, { import_id })).status).toBe(404);
    const unread = await programOf(academy, ["event:read"]);
    expect((await unread.call(roster.listFaults, { import_id })).status).toBe(403);
  });

  test("lists the rows that cannot be invited, with line, column and words", async () => {
    const import_id = await checkedImport(
      world,
      ada,
      fileOf(["x,Learner", `${address()},Learner`, `${address()},King`]),
    );
    const { body } = await ada.call(roster.listFaults, { import_id });
    expect(body.data).toMatchObject({
      total: 2,
      rows: [
        { line: 2, email: "x", faults: [{ column: "Email", message: "Please enter valid Email" }] },
        { line: 4, faults: [{ column: "Role", message: "Your organization has no role “King”." }] },
      ],
    });
  });

  test("of the same file twice invites nobody twice, even where both were checked before", async () => {
    const people = [address(), address()];
    const [first, second] = [
      await checkedImport(world, ada, learners(people)),
      await checkedImport(world, ada, learners(people)),
    ];
    for (const import_id of [first, second]) expect((await ada.call(roster.confirm, { import_id })).status).toBe(200);
    for (const email of people) expect(await tokensFor(email)).toHaveLength(1);
    const all = [...(await resultsOf(first)), ...(await resultsOf(second))].toSorted();
    expect(all).toEqual(["Already invited", "Already invited", "Invited", "Invited"]);
    const third = await checkedImport(world, ada, learners(people));
    expect(await ada.call(roster.confirm, { import_id: third })).toMatchObject({
      status: 409,
      body: { error: { message: "This file has no one to invite." } },
    });
  });

  test("at a later time begins then, and not before; another time than the first is refused", async () => {
    const email = address();
    const import_id = await checkedImport(world, ada, learners([email]));
    const refused = async (send_on: string) =>
      (await ada.call(roster.confirm, { import_id, send_on })).body.error?.fields?.send_on;
    expect(await refused(new Date(Date.now() - hourMs).toISOString())).toBe("Choose a time that is still to come.");
    expect(await refused(new Date(Date.now() + 31 * dayMs).toISOString())).toBe("Choose a time within 30 days.");
    const send_on = inAnHour();
    for (let again = 0; again < 2; again++)
      expect(answered(await ada.call(roster.confirm, { import_id, send_on }))).toMatchObject({ send_on });
    for (const another of [{}, { send_on: new Date(Date.now() + 2 * hourMs).toISOString() }])
      expect(await ada.call(roster.confirm, { import_id, ...another })).toMatchObject({
        status: 409,
        body: { error: { code: "state.changed" } },
      });
    await world.control.runSchedule("continue-imports", hourMs / 2);
    expect(await tokensFor(email)).toHaveLength(0);
    await world.control.runSchedule("continue-imports", hourMs + 60_000);
    expect(await tokensFor(email)).toHaveLength(1);
  });

  test("sends as many in a minute as the stage says, and the others in the next", async () => {
    const import_id = await checkedImport(world, ada, learners(Array.from({ length: 30 }, address)));
    expect((await ada.call(roster.confirm, { import_id, send_on: inAnHour() })).status).toBe(200);
    vi.stubEnv("INVITATIONS_PER_MINUTE", "25");
    const runIn = async (offsetMs: number) => {
      Object.assign(globalThis, { [Symbol.for("laurel.clockOffsetMs")]: offsetMs });
      await advance(import_id);
      return importNow(ada, import_id);
    };
    expect(await runIn(hourMs + 1000)).toMatchObject({
      status: "sending",
      rows_done: 25,
      counts: { ready: 5, invited: 25 },
    });
    expect(await runIn(hourMs + 30_000)).toMatchObject({ status: "sending", rows_done: 25 });
    expect(await runIn(hourMs + 62_000)).toMatchObject({ status: "sent", counts: { ready: 0, invited: 30 } });
  });

  test("is taken back where nobody has accepted: their links are dead and their addresses free", async () => {
    const [joined, open] = [address(), address()];
    const import_id = await checkedImport(world, ada, learners([joined, open]));
    await ada.call(roster.confirm, { import_id });
    const [token] = await tokensFor(joined);
    const names = { first_name: "Jo", last_name: "Ined", password: "a lamp in the harbour" };
    expect((await world.anyone.call(auth.signup, { ...names, email: joined, token: token! })).status).toBe(200);
    const [dead] = await tokensFor(open);
    expect((await ada.call(roster.undo, { import_id })).status).toBe(200);
    await world.settle();
    expect(await importNow(ada, import_id)).toMatchObject({
      status: "undone",
      counts: { joined: 1, withdrawn: 1, invited: 0 },
    });
    expect(await resultsOf(import_id)).toEqual(["Accepted before it could be withdrawn", "Withdrawn"]);
    const { status } = await world.anyone.call(auth.validateSignup, { email: open, token: dead! });
    expect(status).toBe(400);
    await invitedAs(academy, { email: open, role: 5 });
  });

  test("that was taken back sends nothing, even where its worker was at a row just then", async () => {
    const email = address();
    const import_id = await checkedImport(world, ada, learners([email]));
    await ada.call(roster.confirm, { import_id, send_on: inAnHour() });
    const record = ImportRecord.parse(await get(ImportRecord, rosterKeys.import(import_id)));
    const [row] = await readRows(import_id, 0, 1);
    expect((await ada.call(roster.undo, { import_id })).status).toBe(200);
    await world.settle();
    await expect(sendRow(record, row!)).rejects.toThrow(expect.objectContaining({ code: "state.changed" }));
    expect(await tokensFor(email)).toHaveLength(0);
    expect(await resultsOf(import_id)).toEqual(["Not invited yet"]);
  });

  test("that is taken back before its time sends nothing", async () => {
    const email = address();
    const import_id = await checkedImport(world, ada, learners([email]));
    await ada.call(roster.confirm, { import_id, send_on: inAnHour() });
    expect((await ada.call(roster.undo, { import_id })).status).toBe(200);
    await world.settle();
    await world.control.runSchedule("continue-imports", 2 * hourMs);
    expect(await tokensFor(email)).toHaveLength(0);
    expect(await resultsOf(import_id)).toEqual(["Not invited yet"]);
  });

  test("ends where the organization is archived, or whoever confirmed is no admin any more, before its time", async () => {
    const other = await world.newOrganization("Closing Academy");
    const [first, second] = [other.as("Ada"), address()];
    const [email, later] = [address(), address()];
    const invited = await invitedAs(other, { email: second, role: 2 }, { first_name: "Ben", last_name: "Second" });
    const import_id = await checkedImport(world, first, learners([email]));
    await first.call(roster.confirm, { import_id, send_on: inAnHour() });
    const sam = world.as("Sam");
    const { organization_id } = other;
    expect((await sam.call(contract.user.update, { organization_id, user_id: first.user_id, role: 5 })).status).toBe(
      200,
    );
    expect(invited.user_id).toBeDefined();
    await world.control.runSchedule("continue-imports", hourMs + 60_000);
    expect(await tokensFor(email)).toHaveLength(0);
    expect((await sam.call(contract.user.update, { organization_id, user_id: first.user_id, role: 2 })).status).toBe(
      200,
    );
    expect((await importNow(first, import_id)).counts).toMatchObject({ error: 1, ready: 0 });
    const next = await checkedImport(world, first, learners([later]));
    await first.call(roster.confirm, { import_id: next, send_on: inAnHour() });
    expect((await sam.call(organization.archive, { id: organization_id, archiveStatus: true })).status).toBe(200);
    expect((await first.call(roster.read, { import_id })).body.error.code).toBe("organization.archived");
    await world.control.runSchedule("continue-imports", hourMs + 60_000);
    expect(await tokensFor(later)).toHaveLength(0);
    await sam.call(organization.archive, { id: organization_id, archiveStatus: false });
    const { body } = await first.call(roster.listFaults, { import_id: next });
    expect(body.data.rows[0]?.faults[0]?.message).toBe(
      "The organization was archived before this invitation was sent.",
    );
  });

  test("invites nobody for an admin whose account was disabled since", async () => {
    const other = await world.newOrganization("Disabling Academy");
    const first = other.as("Ada");
    await other.as("Abe").token(); // another admin stays
    const email = address();
    const import_id = await checkedImport(world, first, learners([email]));
    await first.call(roster.confirm, { import_id, send_on: inAnHour() });
    const disabled = await world
      .as("Sam")
      .call(contract.user.setStatus, { user_id: first.user_id, status: "disabled" });
    expect(disabled.status).toBe(200);
    await world.control.runSchedule("continue-imports", hourMs + 60_000);
    expect(await tokensFor(email)).toHaveLength(0);
    expect((await importNow(other.as("Abe"), import_id)).counts).toMatchObject({ error: 1, ready: 0 });
  });

  test("takes a file of its admin alone, in the folder for it", async () => {
    const key = await uploaded(ada, "imports", "class.csv", Buffer.from(learners([address()])));
    const invited = await invitedAs(academy, { email: address(), role: 3 }, { first_name: "Ian", last_name: "Issuer" });
    expect(invited.user_id).toBeDefined();
    const ivan = academy.as("Ivan");
    expect((await ivan.call(roster.create, { key })).status).toBe(403);
    expect((await ivan.call(file.upload, { name: "a.csv", type: "", size: 9, folder: "imports" })).status).toBe(403);
    expect((await ivan.call(file.download, { key })).status).toBe(404);
    const other = await uploaded(ada, "resources", "notes.txt", Buffer.from("Email,Role\n"));
    expect((await ada.call(roster.create, { key: other })).status).toBe(404);
  });

  test("is forgotten with its rows and its file after thirty days", async () => {
    const other = await world.newOrganization("Forgetting Academy");
    const person = other.as("Ada");
    const key = await uploaded(person, "imports", "class.csv", Buffer.from(learners([address()])));
    const { import_id } = (await person.call(roster.create, { key })).body.data;
    await world.settle();
    await world.control.runSchedule("continue-imports", 29 * dayMs);
    expect((await person.call(roster.read, { import_id })).status).toBe(200);
    await world.control.runSchedule("continue-imports", 31 * dayMs);
    expect((await person.call(roster.read, { import_id })).status).toBe(404);
    expect((await person.call(roster.list, {})).body.data.total).toBe(0);
    expect((await person.call(file.download, { key })).status).toBe(404);
  });
});
