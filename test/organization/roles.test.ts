import { beforeAll, describe, expect, test } from "vitest";
import type { Reply } from "../../bin/seed/client.ts";
import { contract } from "../../shared/contract.ts";
import type { Call } from "../../shared/http/call.ts";
import { type Action, actions } from "../../shared/permissions.ts";
import { newcomer } from "../support/fixtures/access.ts";
import { answered } from "../support/fixtures/answered.ts";
import { publishedCredential, sections, writeDraft } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { unhurried } from "../support/unhurried.ts";
import { world } from "../support/world.ts";

const calls = contract.organization;
let academy: Organization;
let other: Organization;
beforeAll(async () => {
  academy = await world.newOrganization("Role School");
  other = await world.newOrganization("Other School");
});

describe("custom roles", () => {
  test("are created, changed, listed by name and deleted", async () => {
    const ada = academy.as("Ada");
    const made = await ada.call(calls.createRole, { name: "Archivist", role_perms: ["Read"] });
    expect(made.status).toBe(200);
    const { role_id } = made.body.data;
    const changed = await ada.call(calls.updateRole, { role_id, name: "Librarian", role_perms: ["Read", "Update"] });
    expect(changed.body.data).toMatchObject({ role_id, name: "Librarian", role_perms: ["Read", "Update"] });
    const list = await ada.call(calls.listRoles, {});
    expect(list.body.data.roles.map(({ name }) => name)).toEqual(["Course assistant", "Librarian"]);
    expect(list.body.data.total).toBe(2);
    expect((await ada.call(calls.removeRole, { role_id })).status).toBe(200);
    expect((await ada.call(calls.removeRole, { role_id })).status).toBe(404);
  });

  test("are changed over the version that was read: what somebody else took meanwhile is not given back", async () => {
    const school = await world.newOrganization("Versioned School");
    const [ada, abe] = [school.as("Ada"), school.as("Abe")];
    const { role_id } = school;
    const read = async () => answered(await ada.call(calls.listRoles, {})).roles[0]!;
    const opened = await read();
    const { role_perms, version, name } = opened;
    expect([role_perms, version]).toEqual([["Read", "Create", "Update"], 1]);
    expect(answered(await abe.call(calls.updateRole, { role_id, name, role_perms: ["Read"], version })).version).toBe(
      2,
    );
    const renamed = await ada.call(calls.updateRole, { role_id, name: "Helper", role_perms, version });
    expect(renamed).toMatchObject({ status: 409, body: { error: { code: "state.changed" } } });
    expect(await read()).toMatchObject({ name, role_perms: ["Read"], version: 2 });
    const anew = { role_id, name: "Helper", role_perms: ["Read" as const], version: 2 };
    expect(answered(await ada.call(calls.updateRole, anew))).toMatchObject({ name: "Helper", version: 3 });
    const { version: _, ...former } = anew; // as portals of the release before send it
    expect(answered(await ada.call(calls.updateRole, former)).version).toBe(4);
  });

  test("are paged", async () => {
    const ada = academy.as("Ada");
    const made = await ada.call(calls.createRole, { name: "Zoologist", role_perms: ["Read"] });
    const first = await ada.call(calls.listRoles, { limit: 1 });
    const second = await ada.call(calls.listRoles, { limit: 1, cursor: first.body.data.cursor });
    expect(second.body.data.roles[0]?.name).toBe("Zoologist");
    expect(second.body.data).not.toHaveProperty("cursor");
    await ada.call(calls.removeRole, { role_id: made.body.data.role_id });
  });

  test("have a name of their own and at least one permission", async () => {
    const ada = academy.as("Ada");
    const same = await ada.call(calls.createRole, { name: "course  ASSISTANT", role_perms: ["Read"] });
    expect({ status: same.status, code: same.body.error.code }).toEqual({ status: 409, code: "role.name-taken" });
    const bare = await ada.call(calls.createRole, { name: " ", role_perms: [] });
    expect(Object.keys(bare.body.error.fields ?? {}).sort()).toEqual(["name", "role_perms"]);
    expect((await ada.call(calls.createRole, { name: "King", role_perms: ["Rule"] })).status).toBe(400);
  });

  test("stay while somebody holds them", async () => {
    const cy = academy.as("Cy");
    await cy.token();
    const ada = academy.as("Ada");
    const refused = await ada.call(calls.removeRole, { role_id: academy.role_id });
    const role_id = (await ada.call(calls.createRole, { name: "Guest", role_perms: ["Read"] })).body.data.role_id;
    const email = `guest-${academy.organization_id.slice(-8).toLowerCase()}@guests.test`;
    await ada.call(calls.inviteUsers, { invitations: [{ email, role: 7, role_id }] });
    const held = await ada.call(calls.removeRole, { role_id });
    expect({ status: held.status, code: held.body.error.code }).toEqual({ status: 409, code: "role.in-use" });
    expect(refused.status).toBe(409);
  });

  test("hold for their people at once", async () => {
    const school = await world.newOrganization("Instant School");
    const cy = school.as("Cy");
    const draft = { title: "First" };
    expect((await cy.call(contract.credential.create, draft)).status).not.toBe(403);
    await school.as("Ada").call(calls.updateRole, {
      role_id: school.role_id,
      name: "Reader",
      role_perms: ["Read"],
    });
    expect((await cy.call(contract.credential.create, draft)).status).toBe(403);
  });

  test("show an issuer their names and whether they may invite into them, no more", async () => {
    const ada = academy.as("Ada");
    const strong = await ada.call(calls.createRole, { name: "Approver", role_perms: ["Approve"] });
    const { body } = await academy.as("Ivan").call(calls.listRoles, {});
    const byName = Object.fromEntries(body.data.roles.map((role) => [role.name, role]));
    expect(byName.Approver).toEqual({
      role_id: strong.body.data.role_id,
      name: "Approver",
      organization_id: academy.organization_id,
      invitable: false,
    });
    expect(byName["Course assistant"]?.invitable).toBe(true);
  });

  test("are the admin's to write, and nobody else's to see", async () => {
    const input = { name: "Mine", role_perms: ["Read"] };
    expect((await academy.as("Ivan").call(calls.createRole, input)).status).toBe(403);
    expect((await academy.as("Lena").call(calls.listRoles, {})).status).toBe(403);
    const foreign = await other
      .as("Ada")
      .call(calls.updateRole, { role_id: academy.role_id, name: "Taken", role_perms: ["Read"] });
    expect(foreign.status).toBe(404);
  });
});

test("the six permissions are told with a sentence each", async () => {
  const { body } = await academy.as("Ada").call(calls.readPermissions, {});
  expect(body.data.permissions.map(({ action }) => action)).toEqual([
    "Approve",
    "Create",
    "Delete",
    "Global",
    "Read",
    "Update",
  ]);
  expect(body.data.permissions.every(({ description }) => description.length > 5)).toBe(true);
});

describe("what the actions of a custom role promise", () => {
  const { credential, file, reviewer } = contract;
  const oldVersion = 999;
  const tabs = ["all", "draft", "pending", "approved", "rejected"] as const;
  let school: Organization;
  let rita: Person;
  /** Not theirs who hold the roles: a draft, one that waits for approval, a published one. */
  let draft: string;
  let pending: string;
  let published: string;

  beforeAll(async () => {
    school = await world.newOrganization("Combination School");
    rita = await acceptedReviewer(school, "Rita");
    const title = "Combination";
    draft = (await writeDraft(school.as("Ivan"), [rita], { title })).cred_id;
    pending = (await writeDraft(school.as("Ivan"), [rita], { title })).cred_id;
    answered(await school.as("Ivan").call(credential.publish, { credential_id: pending }));
    published = await publishedCredential(school, [rita], { title });
  });

  /** Somebody of a role of their own, which allows everything until {@link hold} says otherwise. */
  async function holder(name: string): Promise<{ person: Person; role_id: string }> {
    const sent = { name, role_perms: [...actions] };
    const { role_id } = answered(await school.as("Ada").call(calls.createRole, sent));
    return { person: newcomer(school, "Cleo", "custom", role_id), role_id };
  }

  async function hold(role_id: string, name: string, held: readonly Action[]): Promise<void> {
    const refused = held.every((action) => action === "Global");
    const reply = await school.as("Ada").call(calls.updateRole, { role_id, name, role_perms: [...held] });
    expect(reply.status, held.join()).toBe(refused ? 400 : 200);
    if (!refused) return;
    const stored = await world.control.item(`ORG#${school.organization_id}`, "META");
    const roles = stored!.roles as Record<string, object>;
    await world.control.put([{ ...stored, roles: { ...roles, [role_id]: { name, role_perms: held } } }]);
  }

  const combinations = Array.from({ length: 2 ** actions.length }, (_, bits) =>
    actions.filter((__, at) => (bits >> at) & 1),
  );

  /** What each of these calls answers, by the words of the rule. */
  function promised(held: readonly Action[], own: { cred_id: string; version: number; section_ids: string[] }) {
    const has = (...any: Action[]) => any.some((action) => held.includes(action));
    const everywhere = has("Global");
    const reads = has("Approve", "Create", "Delete", "Read", "Update");
    const writes = has("Create", "Update");
    const answer = (may: boolean, reaches: boolean, then: string) =>
      may ? (reaches ? then : "resource.not-found") : "access.denied";
    const mine = { credential_id: own.cred_id, version: oldVersion };
    const theirs = { credential_id: draft, version: oldVersion };
    const priced = { step: 4, price: 30 };
    const left = {
      version: has("Delete") ? oldVersion : own.version,
      data: [{ ...sections[0], section_id: own.section_ids[0] }],
    };
    const section = { section_id: own.section_ids[1] };
    const rows: readonly (readonly [string, Call, Record<string, unknown>, string])[] = [
      ["reads the own draft", credential.read, { credential_id: own.cred_id }, answer(reads, true, "200")],
      ["reads another's draft", credential.read, { credential_id: draft }, answer(reads, everywhere, "200")],
      [
        "reads what waits",
        credential.read,
        { credential_id: pending },
        answer(reads, everywhere || has("Approve"), "200"),
      ],
      ["reads what is published", credential.read, { credential_id: published }, answer(reads, true, "200")],
      ["creates", credential.create, {}, answer(has("Create"), true, "input.invalid")],
      ["changes the own draft", credential.update, { ...mine, ...priced }, answer(writes, true, "credential.changed")],
      [
        "changes another's draft",
        credential.update,
        { ...theirs, ...priced },
        answer(writes, everywhere && has("Update"), "credential.changed"),
      ],
      [
        "leaves out a section",
        credential.saveSections,
        { ...mine, ...left },
        answer(writes, true, has("Delete") ? "credential.changed" : "credential.section-kept"),
      ],
      [
        "deletes an own section",
        credential.removeSection,
        { ...mine, ...section },
        answer(has("Delete"), true, "credential.changed"),
      ],
      [
        "deletes another's section",
        credential.removeSection,
        { ...theirs, section_id: "sec_0" },
        answer(has("Delete"), false, ""),
      ],
      [
        "sends or publishes the own draft",
        credential.publish,
        mine,
        answer(has("Create", "Approve"), true, "credential.changed"),
      ],
      [
        "sends or publishes another's",
        credential.publish,
        theirs,
        answer(has("Create", "Approve"), everywhere, "credential.changed"),
      ],
      ["deletes another's draft", credential.remove, theirs, answer(has("Create"), everywhere, "credential.changed")],
      [
        "approves what waits",
        credential.approve,
        { credential_id: pending, version: oldVersion },
        answer(has("Approve"), true, "credential.changed"),
      ],
      [
        "rejects what waits",
        credential.reject,
        { credential_id: pending, version: oldVersion, feedback: "<p>No.</p>" },
        answer(has("Approve"), true, "credential.changed"),
      ],
      [
        "approves another's draft",
        credential.approve,
        theirs,
        answer(has("Approve"), everywhere, "credential.wrong-state"),
      ],
      ["approves the own", credential.approve, mine, answer(has("Approve"), true, "credential.own-decision")],
      [
        "closes another's",
        credential.close,
        { credential_id: published, version: oldVersion },
        answer(has("Approve"), everywhere, "credential.changed"),
      ],
      ["uploads", file.upload, {}, answer(writes, true, "input.invalid")],
      ["lists applicants", credential.listApplicants, { cred_id: published }, "access.denied"],
      ["lists reviewer applications", reviewer.listApplications, {}, "access.denied"],
    ];
    return { rows, reads, sees: { everywhere, waiting: everywhere || has("Approve") } };
  }

  const outcome = ({ status, body }: Reply): string => (status === 200 ? "200" : String(body?.error?.code));

  test("holds in each of the sixty-four combinations, in every call, list and search", async () => {
    const faults: string[] = [];
    let turn = Promise.resolve(); // roles stand in one item
    const drafts: string[] = [];
    const people: { person: Person; role_id: string; name: string; own: Parameters<typeof promised>[1] }[] = [];
    for (let at = 0; at < 8; at++) {
      const name = `Role ${at}`;
      const { person, role_id } = await holder(name);
      const made = await writeDraft(person, [], { upTo: 1, title: "Combination" });
      drafts.push(made.cred_id);
      const section_ids = made.scores_and_submissions.sections.map(({ section_id }) => section_id);
      people.push({ person, role_id, name, own: { ...made, section_ids } });
    }
    await world.settle();

    async function lists(
      person: Person,
      own: string,
      { everywhere, waiting }: { everywhere: boolean; waiting: boolean },
    ) {
      const of = {
        draft: everywhere ? [draft, ...drafts] : [own],
        pending: waiting ? [pending] : [],
        approved: [published],
        rejected: [],
      };
      const wanted = { all: Object.values(of).flat(), ...of };
      const read = async (tab: (typeof tabs)[number], more: object) =>
        credential.list.output.parse(
          (await unhurried(() => person.call(credential.list, { status: tab, limit: 50, ...more }))).body,
        ).data;
      for (const tab of tabs) {
        const { credentials, total, totals } = await read(tab, {});
        expect(credentials.map(({ cred_id }) => cred_id)).toEqual(wanted[tab].toSorted().toReversed());
        const counted = [total, totals?.all, totals?.draft, totals?.submitted, totals?.published];
        const lengths = [wanted[tab], wanted.all, of.draft, of.pending, of.approved].map(({ length }) => length);
        expect(counted).toEqual(lengths);
      }
      const found = await read("all", { search: "combi" });
      expect(found.credentials.map(({ cred_id }) => cred_id)).toEqual(wanted.all.toSorted().toReversed());
    }

    async function tryOne(held: readonly Action[], { person, role_id, name, own }: (typeof people)[number]) {
      turn = turn.then(() => hold(role_id, name, held));
      await turn;
      const { rows, reads, sees } = promised(held, own);
      for (const [what, call, input, wanted] of rows) {
        const got = outcome(await unhurried(() => person.call(call, input)));
        if (got !== wanted) faults.push(`${held.join("+") || "nothing"} ${what}: ${got}, wanted ${wanted}`);
      }
      if (reads)
        await lists(person, own.cred_id, sees).catch((error: Error) =>
          faults.push(`${held.join("+")} ${error.message}`),
        );
      else expect(outcome(await person.call(credential.list, {}))).toBe("access.denied");
    }

    const waiting = [...combinations];
    await Promise.all(
      people.map(async (each) => {
        for (let held = waiting.shift(); held; held = waiting.shift()) await tryOne(held, each);
      }),
    );
    expect(faults).toEqual([]);
  });

  test("a role of Create alone brings a credential from nothing to approval, where one of Approve alone finds and decides it", async () => {
    const [author, approver] = [await holder("Author alone"), await holder("Approver alone")];
    await hold(author.role_id, "Author alone", ["Create"]);
    await hold(approver.role_id, "Approver alone", ["Approve"]);
    await approver.person.token();
    const { cred_id: credential_id } = await writeDraft(author.person, [rita], { title: "Alone" });
    expect(answered(await author.person.call(credential.publish, { credential_id })).status).toBe("submitted");
    await world.settle();
    const subjects = async ({ email }: Person) => (await world.control.mailsTo(email)).map(({ subject }) => subject);
    expect(await subjects(approver.person)).toContain("Credential waiting for approval: Alone");
    expect(await subjects(author.person)).not.toContain("Credential waiting for approval: Alone");
    const { credentials } = answered(await approver.person.call(credential.list, { status: "pending" }));
    expect(credentials.map(({ cred_id }) => cred_id)).toContain(credential_id);
    const approved = await approver.person.call(credential.approve, { credential_id });
    expect(answered(approved).status).toBe("published");
    expect(answered(await approver.person.call(credential.approve, { credential_id })).status).toBe("published");
  });

  test("the list of all that somebody without Global sees is read page by page, each once and the newest first", async () => {
    const { person, role_id } = await holder("Reader of pages");
    await writeDraft(person, [], { upTo: 0 });
    await hold(role_id, "Reader of pages", ["Approve", "Create"]);
    const whole = answered(await person.call(credential.list, {}));
    const ids = whole.credentials.map(({ cred_id }) => cred_id);
    expect(ids).toEqual(ids.toSorted().toReversed());
    expect([ids.length, ids.includes(pending), ids.includes(published), ids.includes(draft)]).toEqual([
      whole.total,
      true,
      true,
      false,
    ]);
    const [byCursor, byOffset]: string[][] = [[], []];
    let cursor: string | undefined;
    do {
      const page = answered(await person.call(credential.list, { limit: 1, ...(cursor && { cursor }) }));
      byCursor!.push(...page.credentials.map(({ cred_id }) => cred_id));
      cursor = page.cursor;
    } while (cursor);
    for (let offset = 0; offset < ids.length; offset += 2) {
      const page = answered(await person.call(credential.list, { limit: 2, offset }));
      byOffset!.push(...page.credentials.map(({ cred_id }) => cred_id));
    }
    expect([byCursor, byOffset]).toEqual([ids, ids]);
  });
});
