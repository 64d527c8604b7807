import { beforeAll, describe, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import type { Credential } from "../../shared/credential/credential.ts";
import { newcomer } from "../support/fixtures/access.ts";
import { answered } from "../support/fixtures/answered.ts";
import { sections, writeDraft } from "../support/fixtures/credential.ts";
import { expectInvariants } from "../support/invariants.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { world } from "../support/world.ts";

const { credential, organization, user } = contract;
let academy: Organization;
let ivan: Person;

beforeAll(async () => {
  academy = await world.newOrganization("Unfinished Academy");
  ivan = academy.as("Ivan");
});

const blank = {
  title: "",
  description: "",
  rubric: "",
  rubric_ext: null,
  response_type: "",
  options: [],
  options_multiple: false,
  review_estimate: null,
};
const half = (title: string) => ({ ...blank, title, description: "<p>Half<script>1</script></p>" });
const keep = (person: Person, { cred_id }: Pick<Credential, "cred_id">, version: number, rest: object) =>
  person.call(credential.saveUnfinished, { credential_id: cred_id, step: 1, version, ...rest });
const kept = async (person: Person, { cred_id }: Pick<Credential, "cred_id">) =>
  answered(await person.call(credential.readUnfinished, { credential_id: cred_id })).steps;

describe("an unfinished step", () => {
  test("is kept as it is typed, for its author alone, and changes nothing of the credential", async () => {
    const draft = await writeDraft(ivan, [], { upTo: 0 });
    const first = await keep(ivan, draft, 0, { sections: [half("Plan"), half(""), half("")] });
    expect(first).toMatchObject({ status: 200, body: { data: { step: 1, version: 1 } } });
    expect(await keep(ivan, draft, 1, { sections: [half("Plans"), half("")] })).toMatchObject({ status: 200 });
    const whole = { ...half("Plans"), description: "<p>Half</p>" };
    expect(await kept(ivan, draft)).toMatchObject([{ step: 1, version: 2, sections: [whole, { title: "" }] }]);
    expect((await kept(ivan, draft))[0]!.sections).toHaveLength(2);
    expect(await kept(academy.as("Ada"), draft)).toEqual([]);
    const read = answered(await ivan.call(credential.read, { credential_id: draft.cred_id }));
    expect(read).toMatchObject({ version: draft.version, step: 0, scores_and_submissions: { sections: [] } });
    await expectInvariants(world, academy);
  });

  test("goes when the whole step is saved in the wizard, and stays when its page saves one section", async () => {
    const draft = await writeDraft(ivan, [], { upTo: 0 });
    await keep(ivan, draft, 0, { sections: [half("Plan")] });
    const save = (version: number, btnType: "apply" | "exit") =>
      ivan.call(credential.saveSections, { credential_id: draft.cred_id, version, btnType, data: sections });
    const { version } = answered(await save(draft.version, "apply"));
    expect(await kept(ivan, draft)).toHaveLength(1);
    const again = answered(await save(version, "exit"));
    expect(await kept(ivan, draft)).toEqual([]);

    const price = { credential_id: draft.cred_id, step: 4 as const, version: 0, price: 3 };
    expect(await ivan.call(credential.saveUnfinished, price)).toMatchObject({ status: 200 });
    const given = {
      credential_id: draft.cred_id,
      step: 4 as const,
      version: again.version,
      price: 0,
      btnType: "continue" as const,
    };
    expect(await ivan.call(credential.update, given)).toMatchObject({ status: 200 });
    expect(await kept(ivan, draft)).toEqual([]);
  });

  test("is not overwritten by another window, and a repeat answers as before", async () => {
    const draft = await writeDraft(ivan, [], { upTo: 0 });
    const first = { sections: [half("Here")] };
    const other = { sections: [half("There")] };
    const both = await Promise.all([keep(ivan, draft, 0, first), keep(ivan, draft, 0, other)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const won = both[0]!.status === 200 ? first : other;
    expect(await keep(ivan, draft, 0, won)).toMatchObject({ status: 200, body: { data: { version: 1 } } });
    const lost = await keep(ivan, draft, 0, { sections: [half("Elsewhere")] });
    expect(lost).toMatchObject({ status: 409, body: { error: { code: "credential.unfinished-changed" } } });
    expect(await keep(ivan, draft, 0, {})).toMatchObject({ status: 409 });
    for (const _ of [1, 2])
      expect(await keep(ivan, draft, 1, {})).toMatchObject({ status: 200, body: { data: { version: 0 } } });
    expect(await kept(ivan, draft)).toEqual([]);
  });

  test("is refused where the step cannot be changed, and with another step's part", async () => {
    const draft = await writeDraft(ivan, [], { upTo: 0 });
    expect(await keep(ivan, draft, 0, { price: 3 })).toMatchObject({
      status: 400,
      body: { error: { fields: { price: "This belongs to another step." } } },
    });
    expect(await keep(world.as("Isa"), draft, 0, { sections: [] })).toMatchObject({ status: 404 });
    expect(await keep(academy.as("Lena"), draft, 0, { sections: [] })).toMatchObject({ status: 403 });
  });

  test("is erased with its author's account", async () => {
    const role = { name: "Author", role_perms: ["Create", "Update"] as const };
    const made = await academy.as("Ada").call(organization.createRole, { ...role, role_perms: [...role.role_perms] });
    const cy = newcomer(academy, "Cleo", "custom", answered(made).role_id);
    const draft = await writeDraft(cy, [], { upTo: 0 });
    await keep(cy, draft, 0, { sections: [half("Mine")] });
    expect(await kept(cy, draft)).toHaveLength(1);
    expect(await cy.call(user.remove, { user_id: cy.user_id, email: cy.email })).toMatchObject({ status: 200 });
    await world.control.runSchedule("erase-people", 3_600_000);
    const left = (await world.control.items(`USER#${cy.user_id}`)).filter(({ sk }) => String(sk).startsWith("UNFI"));
    expect(left).toEqual([]);
  });
});
