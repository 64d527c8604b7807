import { beforeAll, describe, expect, test } from "vitest";
import { handler as confirmFactor } from "../../functions/auth/confirm-factor.ts";
import { organizationKeys } from "../../functions/data/keys/organization.ts";
import { handler as readOrganization } from "../../functions/organization/read.ts";
import { handler as requireFactor } from "../../functions/organization/require-factor.ts";
import { contract } from "../../shared/contract.ts";
import { roleIds } from "../../shared/permissions.ts";
import { answered } from "../support/fixtures/answered.ts";
import { appWith, withFactor } from "../support/fixtures/factor.ts";
import { invitedAs } from "../support/fixtures/invitation.ts";
import { programOf } from "../support/fixtures/key.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { raceHarness } from "../support/race.ts";
import { world } from "../support/world.ts";

const { auth, credential, organization, user } = contract;
let school: Organization;
beforeAll(async () => {
  school = await world.newOrganization("Required School");
});

const required = { status: 403, body: { error: { code: "auth.factor-required" } } };
const versionOf = async (admin: Person) => answered(await admin.call(organization.read, {})).version;
const requireOf = async (admin: Person, roles: readonly number[]) =>
  admin.call(organization.requireFactor, { factor_roles: [...roles], version: await versionOf(admin) });

describe("a role that must have two-step sign-in", () => {
  test("is refused everything within its organization until it has it, and nothing of its account or elsewhere", async () => {
    const [ada, ivan] = [school.as("Ada"), school.as("Ivan")];
    const other = await world.newOrganization("Free School");
    const { token } = await invitedAs(other, { email: ivan.email, role: roleIds.issuer });
    answered(await ivan.call(user.joinOrganization, { token }));
    const program = await programOf(school);
    answered(await requireOf(ada, [roleIds.issuer]));

    const here = { organization_id: school.organization_id };
    for (const act of [
      () => ivan.call(organization.read, here),
      () => ivan.call(organization.listUsers, here),
      () => ivan.call(organization.inviteUsers, { ...here, invitations: [{ email: "guest@required.test", role: 5 }] }),
    ])
      expect(await act()).toMatchObject(required);
    for (const act of [
      () => ivan.call(user.countNotices, {}),
      () => ivan.call(auth.readFactor, {}),
      () => ivan.call(organization.read, { organization_id: other.organization_id }),
      () => ada.call(organization.read, here),
      () => program.call(credential.list, {}),
    ])
      expect((await act()).status).toBe(200);

    await withFactor(ivan);
    expect((await ivan.call(organization.read, here)).status).toBe(200);
    answered(await requireOf(ada, []));
  });

  test("that is required while somebody sets it up shuts nobody out, whichever comes first", async () => {
    const academy = await world.newOrganization("Sudden School");
    const [ada, isa] = [academy.as("Ada"), academy.as("Isa")];
    const { secret } = answered(await isa.call(auth.startFactor, { password: isa.password }));
    const version = await versionOf(ada);
    const { organization_id } = academy;
    const requiring = { handler: requireFactor, person: ada, input: { factor_roles: [roleIds.issuer], version } };
    const confirming = { handler: confirmFactor, person: isa, input: { code: appWith(secret).codeIn(0) } };
    const reading = { handler: readOrganization, person: isa, input: { organization_id } };
    const harness = await raceHarness(world.control);
    const people = [ada, isa].map(({ user_id }) => organizationKeys.user(user_id).pk);
    const copy = await harness.copy([...people, organizationKeys.organization(organization_id).pk]);
    for (const racers of [
      [requiring, confirming],
      [confirming, requiring],
    ]) {
      const own = await copy.fresh();
      expect(await own.race(racers)).toEqual([200, 200]);
      expect(await own.call(reading)).toBe(200);
    }
    const own = await copy.fresh();
    expect([await own.call(requiring), await own.call(reading)]).toEqual([200, 403]);
    expect([await own.call(confirming), await own.call(reading)]).toEqual([200, 200]);
    await harness.stop();
  });

  test("is not one's own before one has it oneself; of two who decide at once one is told that something has changed", async () => {
    const ada = school.as("Ada");
    const version = await versionOf(ada);
    const own = { factor_roles: [roleIds.admin], version };
    expect(await ada.call(organization.requireFactor, own)).toMatchObject(required);
    const [first, second] = await Promise.all(
      [roleIds.reviewer, roleIds.learner].map((role) =>
        ada.call(organization.requireFactor, { factor_roles: [role], version }),
      ),
    );
    expect([first!.status, second!.status].sort()).toEqual([200, 409]);
    const now = answered(await ada.call(organization.read, {}));
    answered(await ada.call(organization.requireFactor, { factor_roles: now.factor_roles!, version })); // its answer was lost
    await withFactor(ada);
    answered(await requireOf(ada, [roleIds.admin]));
    expect((await ada.call(organization.listUsers, {})).status).toBe(200);
    answered(await requireOf(ada, []));
  });
});
