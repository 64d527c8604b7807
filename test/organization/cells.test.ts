import { afterAll, beforeAll, expect } from "vitest";
import { handler as disconnectBadges } from "../../functions/badgr/disconnect.ts";
import { handler as connectBadges } from "../../functions/badgr/login.ts";
import { badgeConnectionEntity } from "../../functions/badgr/model/connection-entity.ts";
import { certificateKeys } from "../../functions/data/keys/certificate.ts";
import { organizationKeys } from "../../functions/data/keys/organization.ts";
import { platformKeys } from "../../functions/data/keys/platform.ts";
import { handler as archive } from "../../functions/organization/archive.ts";
import { handler as inviteUsers } from "../../functions/organization/invite-users.ts";
import { organizationEntity } from "../../functions/organization/model/organization-entity.ts";
import { handler as reinvite } from "../../functions/organization/reinvite-user.ts";
import { handler as removeOrganization } from "../../functions/organization/remove.ts";
import { handler as rename } from "../../functions/organization/rename.ts";
import { handler as updateOrganization } from "../../functions/organization/update.ts";
import { handler as withdrawInvitation } from "../../functions/organization/withdraw-invitation.ts";
import { handler as join } from "../../functions/user/join-organization.ts";
import { invitationEntity } from "../../functions/user/model/invitation-entity.ts";
import { badgeConnectionMachine } from "../../shared/badgr/states.ts";
import { contract } from "../../shared/contract.ts";
import { invitationMachine, organizationMachine } from "../../shared/organization/states.ts";
import { type Account, connect, openAccount } from "../support/fixtures/badge.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { invitedAs } from "../support/fixtures/invitation.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { submitted } from "../support/fixtures/work.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { type RaceHarness, raceHarness } from "../support/race.ts";
import { type Act, attemptsOf, keyed, type Place, type Thing, testSweep } from "../support/sweep.ts";
import { world } from "../support/world.ts";

/** Sam is of no organization; Guest is a learner of another one, whom the academy invites. */
const people = ["Sam", "Ada", "Ivan", "Pia", "Rita", "Lena", "Cy", "Guest"] as const;
type Name = (typeof people)[number];

const { organization, badgr } = contract;

let harness: RaceHarness;
let academy: Organization;
let partner: Organization;
let persons: Record<Name, Person>;
let account: Account;
const places: Record<"organization" | "invitation" | "badges", Place[]> = {
  organization: [],
  invitation: [],
  badges: [],
};

beforeAll(async () => {
  harness = await raceHarness(world.control);
  [academy, partner] = [await world.newOrganization("Cell College"), await world.newOrganization("Partner School")];
  const personOf = (name: Name): Person => {
    if (name === "Guest") return partner.as("Leo");
    return name === "Sam" ? world.as("Sam") : academy.as(name);
  };
  persons = Object.fromEntries(people.map((name) => [name, personOf(name)])) as Record<Name, Person>;
  await Promise.all(Object.values(persons).map((person) => person.token()));
  account = await openAccount(world.control, academy);
  await walkBadges();
  await walkInvitation();
  await walkOrganization();
});
afterAll(() => harness.stop());

const ok = async (answer: Promise<{ status: number; body: unknown }>) =>
  expect(await answer).toMatchObject({ status: 200 });

/** Keeps how things lie now as a place. */
async function keep(kind: keyof typeof places, name: string, ids: Place["ids"]): Promise<void> {
  const of = ids.organization_id === partner.organization_id ? partner : academy;
  const { invite_id = "inv_0" } = ids;
  const stored = await world.control.item(
    organizationKeys.invitation(invite_id).pk,
    organizationKeys.invitation(invite_id).sk,
  );
  const copy = await harness.copy([
    ...Object.values(persons).map(({ user_id }) => organizationKeys.user(user_id).pk),
    organizationKeys.email(persons.Guest.email).pk,
    ...[academy, partner].map(({ organization_id }) => organizationKeys.organization(organization_id).pk),
    organizationKeys.organizationName(of.name).pk,
    `COUNT#ORG#${of.organization_id}#underway`,
    organizationKeys.invitation(invite_id).pk,
    ...(typeof stored?.token_hash === "string" ? [organizationKeys.invitationToken(stored.token_hash).pk] : []),
  ]);
  places[kind].push({ name, copy, ids });
}

async function walkBadges(): Promise<void> {
  const { Ada } = persons;
  await keep("badges", "none", {});
  await connect(academy, account);
  await keep("badges", "connected", {});
  await world.control.endBadgrTokens(account.username);
  expect(await Ada.call(badgr.listIssuers, {})).toMatchObject({ body: { error: { code: "badgr.expired" } } });
  await keep("badges", "expired", {});
}

/** Three invitations of Guest's: one is withdrawn, one is used, and one ends by itself. */
async function walkInvitation(): Promise<void> {
  const { Ada, Guest } = persons;
  const { email } = Guest;
  await keep("invitation", "none", { email });
  const invite = async () => ({ ...(await invitedAs(academy, { email, role: 4 })) });
  const first = await invite();
  await keep("invitation", "pending", first);
  await endInTime(first.invite_id);
  await keep("invitation", "expired", first);
  await ok(Ada.call(organization.withdrawInvitation, { invite_id: first.invite_id }));
  await keep("invitation", "withdrawn", first);
  const second = await invite();
  await ok(Guest.call(contract.user.joinOrganization, { token: second.token }));
  await keep("invitation", "used", second);
}

/** Lets the week of an invitation be over, and the clock see it. */
async function endInTime(invite_id: string): Promise<void> {
  const { control } = world;
  const key = organizationKeys.invitation(invite_id);
  const invitation = (await control.item(key.pk, key.sk))!;
  const at = new Date(Date.now() - 60_000).toISOString();
  const reference = { ref_pk: key.pk, ref_sk: key.sk };
  await control.put([
    { ...invitation, expires_on: at },
    { ...platformKeys.deadline("invitation-end", at, key), at, ...reference },
  ]);
  await control.runSchedule("user/end-invitations");
}

async function walkOrganization(): Promise<void> {
  const { Sam } = persons;
  const ids = (each: Organization) => ({ organization_id: each.organization_id, name: each.name });
  const archived = (each: Organization) =>
    ok(Sam.call(organization.archive, { id: each.organization_id, archiveStatus: true }));
  const reviewer = await acceptedReviewer(partner, "Rita");
  await submitted(partner.as("Lena"), await publishedCredential(partner, [reviewer]));
  await archived(partner);
  await keep("organization", "archived, with work under way", ids(partner));
  await keep("organization", "active", ids(academy));
  await archived(academy);
  await keep("organization", "archived", ids(academy));
  await ok(Sam.call(organization.remove, { organization_id: academy.organization_id }));
  await keep("organization", "deleting", ids(academy));
  await world.control.runSchedule("delete-organizations");
  await keep("organization", "deleted", ids(academy));
}

const of = ({ ids: { organization_id } }: Place) => ({ organization_id });
const archiving =
  (archiveStatus: boolean) =>
  ({ ids: { organization_id } }: Place) => ({ id: organization_id, archiveStatus });

const organizationActs: Readonly<Record<string, Act>> = {
  change: {
    handler: updateOrganization,
    input: (place) => ({ ...of(place), name: place.ids.name, description: "As before." }),
    by: (place) => (place === "active" ? ["Sam", "Ada"] : ["Sam"]),
  },
  rename: {
    handler: rename,
    input: (place) => ({ ...of(place), orgName: `${place.ids.name} Anew` }),
    by: ["Ada"],
  },
  archive: { handler: archive, input: archiving(true), by: ["Sam"] },
  restore: { handler: archive, input: archiving(false), by: ["Sam"] },
  remove: { handler: removeOrganization, input: of, by: ["Sam"] },
};

const organizations: Thing<keyof typeof organizationEntity.records> = {
  machine: organizationMachine,
  records: organizationEntity.records,
  find: keyed((ids) => organizationKeys.organization(ids.organization_id!)),
  events: {
    create: "a person: test/organization/organization.test.ts",
    change: ["change", "rename"],
    archive: ["archive"],
    restore: ["restore"],
    beginDeletion: ["remove"],
    endDeletion: "the clock: test/organization/organization.test.ts",
  },
};

const invited = ({ ids: { invite_id = "inv_0" } }: Place) => ({ invite_id });
const inAcademy = () => ({ organization_id: academy.organization_id });
const invitationActs: Readonly<Record<string, Act>> = {
  send: {
    handler: inviteUsers,
    input: () => ({ ...inAcademy(), invitations: [{ email: persons.Guest.email, role: 4 }] }),
    by: ["Sam", "Ada", "Ivan"],
  },
  resend: {
    handler: reinvite,
    input: (place) => ({ ...inAcademy(), ...invited(place) }),
    by: ["Sam", "Ada", "Ivan"],
  },
  withdraw: {
    handler: withdrawInvitation,
    input: (place) => ({ ...inAcademy(), ...invited(place) }),
    by: ["Sam", "Ada", "Ivan"],
  },
  accept: {
    handler: join,
    input: ({ ids: { token = "none" } }) => ({ token }),
    by: ["Guest"],
    forbiddenAs: "invitation.invalid-token",
  },
};

const invitations: Thing<keyof typeof invitationEntity.records> = {
  machine: invitationMachine,
  records: invitationEntity.records,
  find: (items, { invite_id, email }) =>
    items.find(
      (item) =>
        String(item.pk).startsWith("INVITE#") && (invite_id ? item.invite_id === invite_id : item.email === email),
    ),
  events: {
    send: ["send"],
    ask: "a person: test/auth/signup.test.ts",
    resend: ["resend"],
    accept: ["accept"],
    expire: "the clock: test/organization/invitation.test.ts",
    withdraw: ["withdraw"],
    forget: "the clock: test/organization/invitation.test.ts",
  },
};

const badgeActs: Readonly<Record<string, Act>> = {
  connect: {
    handler: connectBadges,
    input: () => ({ orgid: academy.organization_id, ...account }),
    by: ["Ada"],
  },
  disconnect: { handler: disconnectBadges, input: inAcademy, by: ["Ada"] },
};

const connections: Thing<keyof typeof badgeConnectionEntity.records> = {
  machine: badgeConnectionMachine,
  records: badgeConnectionEntity.records,
  find: keyed(() => certificateKeys.badgrConnection(academy.organization_id)),
  events: {
    connect: ["connect"],
    expire: "the system: test/badgr/badgr.test.ts",
    disconnect: ["disconnect"],
    forget: "the clock: test/badgr/badgr.test.ts",
  },
};

testSweep(
  {
    name: "organizations",
    acts: organizationActs,
    things: [organizations] as unknown as Thing<string>[],
    answered: [
      ...attemptsOf(["active"], "restore", ["Sam"]),
      ...attemptsOf(["archived", "archived, with work under way"], "archive", ["Sam"]),
      ...attemptsOf(["deleting"], "remove", ["Sam"]),
    ],
    refusals: {
      "access.denied": [
        "change in archived, with work under way, deleting, deleted",
        "rename in archived, with work under way, deleting, deleted",
      ],
      "organization.archived": ["change in archived", "rename in archived"],
      "organization.not-archived": ["remove in active"],
      "resource.not-found": [
        "archive in deleted",
        "change in deleting, deleted",
        "remove in deleted",
        "restore in deleted",
      ],
      "organization.in-use": ["remove in archived, with work under way"],
      "state.changed": ["archive in deleting", "restore in deleting"],
    },
  },
  () => ({ people: persons, places: places.organization }),
);

testSweep(
  {
    name: "invitations",
    acts: invitationActs,
    things: [invitations] as unknown as Thing<string>[],
    answered: attemptsOf(["withdrawn"], "send", ["Sam", "Ada", "Ivan"]), // another one is sent
    refusals: {
      "invitation.invalid-token": ["accept in none, expired, withdrawn, used"],
      "invitation.refused": ["send in pending, expired, used"],
      "resource.not-found": ["resend in none, withdrawn, used", "withdraw in none, withdrawn, used"],
    },
  },
  () => ({ people: persons, places: places.invitation }),
);

testSweep(
  {
    name: "connections with the badge service",
    acts: badgeActs,
    things: [connections] as unknown as Thing<string>[],
    answered: attemptsOf(["none"], "disconnect", ["Ada"]),
    refusals: {},
  },
  () => ({ people: persons, places: places.badges }),
);
