import { ulid } from "ulid";
import { expect } from "vitest";
import { seedPassword } from "../../bin/seed/people.ts";
import { contract } from "../../shared/contract.ts";
import { type Action, actions, type Role, roleIds } from "../../shared/permissions.ts";
import { uploaded } from "../file/fixtures.ts";
import { accepted, profile, publishedCredential, submitted, textSection, verdict } from "../job/fixtures.ts";
import { type Invited, tokensFor } from "../organization/invited.ts";
import type { Organization } from "../support/organization.ts";
import { type Person, personAt } from "../support/people.ts";
import { world } from "../support/world.ts";

const { credential, job, organization, payment, reviewer, user } = contract;

/** One who calls: a role, for a custom one with its actions, and the person. */
export interface Principal {
  readonly name: string;
  readonly role: Role;
  /** Of a custom role. */
  readonly actions?: readonly Action[];
  readonly person: Person;
}

/** What there is to call for: two organizations with work in every hand, and those who call. */
export interface Fixtures {
  readonly origin: string;
  readonly own: Organization;
  readonly foreign: Organization;
  readonly archived: Organization;
  /** By role and, for custom roles, by action. */
  readonly principals: readonly Principal[];
  /** Reviewers whom the organization has not decided on, or has rejected. */
  readonly undecided: readonly Principal[];
  readonly archivedPrincipals: readonly Principal[];
  /** An issuer of `own` who is a learner in the organization `elsewhere`. */
  readonly guest: { readonly person: Person; readonly elsewhere: Organization };
  readonly things: Things;
}

/** Ids of things by who they belong to. `own` of a principal stands under its name. */
export interface Things {
  readonly drafts: Readonly<Record<string, Draft>> & { readonly other: Draft; readonly foreign: Draft };
  readonly published: { readonly own: string; readonly foreign: string };
  /** Applied for by Lena and not paid; by Leo alone; earned by Lena. */
  readonly unpaid: string;
  readonly unpaidApplication: string;
  readonly leos: string;
  readonly earned: string;
  /** Rita has accepted `own`, Ron `other`; `open` is offered to both. */
  readonly jobs: Readonly<Record<"own" | "other" | "open" | "foreign", JobThing>>;
  readonly reviewers: Readonly<Record<"own" | "other" | "pending" | "foreign", string>>;
  readonly learners: Readonly<Record<"own" | "other" | "foreign", string>>;
  /** An invitation for each who may withdraw one, one for all, and one of the other organization. */
  readonly invitations: Readonly<Record<string, string>>;
  readonly roles: Readonly<Record<"spare" | "held" | "foreign", string>>;
  readonly files: Readonly<Record<string, string>>;
}

/** A draft with one section. */
export interface Draft {
  readonly credential_id: string;
  readonly section_id: string;
}

/** A job with the application behind it. */
export interface JobThing {
  readonly credential_job_id: string;
  readonly application_id: string;
  readonly credential_id: string;
  readonly section_id: string;
}

/** Somebody new in an organization. */
export function newcomer({ organization_id }: Organization, first_name: string, role: Role, role_id?: string): Person {
  const identity = {
    user_id: `usr_${ulid()}`,
    first_name,
    last_name: "Hall",
    email: `${first_name.toLowerCase()}-${ulid().toLowerCase()}@matrix.test`,
    password: seedPassword,
  };
  const place = { organization_id, role: roleIds[role], ...(role_id && { role_id }) };
  return personAt(world.origin, { ...identity, before: () => world.control.makePerson({ ...identity, place }) });
}

const done = <Body>(reply: { status: number; text: string; body: Body }): Body => {
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};

async function apply(person: Person): Promise<void> {
  done(await person.call(reviewer.create, profile));
  done(await person.call(reviewer.submit, {}));
}

async function decided(academy: Organization, person: Person, status: "accepted" | "rejected"): Promise<Person> {
  await apply(person);
  const decision = { user_id: person.user_id, status, reason: "Too little experience yet." };
  done(await academy.as("Ada").call(reviewer.decideApplication, decision));
  return person;
}

/** The key of an upload that a draft of the author's holds. */
async function materialOf(author: Person): Promise<string> {
  const key = await uploaded(author, "resources", "plan.pdf");
  await draftOf(author, [{ key, name: "plan.pdf", type: "application/pdf" }]);
  return key;
}

async function draftOf(author: Person, attachments: object[] = []): Promise<Draft> {
  const text = "<p>Text.</p>";
  const credential_details = {
    title: "A draft",
    description: text,
    score_description: text,
    credential_resources: text,
    attachments,
  };
  const { data } = done(await author.call(credential.create, { credential_details }));
  const { credential_id, version } = data;
  const saved = done(await author.call(credential.saveSections, { credential_id, version, data: [textSection] }));
  return { credential_id, section_id: saved.data.scores_and_submissions.sections[0]!.section_id };
}

const jobThing = ({
  section_ids,
  ...work
}: Pick<JobThing, "credential_job_id" | "application_id" | "credential_id"> & {
  readonly section_ids: readonly string[];
}): JobThing => ({ ...work, section_id: section_ids[0]! });

async function roleFor(academy: Organization, role_perms: readonly Action[]): Promise<string> {
  const sent = { name: `May ${role_perms.map((action) => action.slice(0, 2)).join()}`, role_perms: [...role_perms] };
  return done(await academy.as("Ada").call(organization.createRole, sent)).data.role_id;
}

const customs: readonly (readonly Action[])[] = [
  ["Global"],
  ["Approve"],
  ["Create"],
  ["Delete"],
  ["Read"],
  ["Update"],
  actions,
];

/** A role of Global alone, as organizations may have it from a time when that could be saved. */
async function globalAlone(academy: Organization): Promise<string> {
  const role_id = await roleFor(academy, ["Delete", "Global"]);
  const stored = await world.control.item(`ORG#${academy.organization_id}`, "META");
  const roles = stored!.roles as Record<string, object>;
  const role = { ...roles[role_id], role_perms: ["Global"] };
  await world.control.put([{ ...stored, roles: { ...roles, [role_id]: role } }]);
  return role_id;
}

const roleOf = (academy: Organization, held: readonly Action[]): Promise<string> =>
  held.join() === "Global" ? globalAlone(academy) : roleFor(academy, held);

/** People of custom roles, each with a draft of its own from a time when its role allowed everything. */
async function customPeople(academy: Organization): Promise<{ principal: Principal; draft: Draft }[]> {
  const whole = await roleFor(academy, actions);
  const made: { principal: Principal; draft: Draft }[] = [];
  for (const held of customs) {
    const role_id = held === actions ? whole : await roleOf(academy, held);
    const person = newcomer(academy, "Cleo", "custom", whole);
    const draft = await draftOf(person);
    const changed = { user_id: person.user_id, role: roleIds.custom, role_id };
    if (held !== actions) done(await academy.as("Ada").call(user.update, changed));
    const name = `custom (${held === actions ? "all with Global" : held.join()})`;
    made.push({ principal: { name, role: "custom", actions: held, person }, draft });
  }
  return made;
}

async function invited(academy: Organization, role: number): Promise<string> {
  const email = `guest-${ulid().toLowerCase()}@matrix.test`;
  const sent = await academy.as("Ada").call(organization.inviteUsers, { invitations: [{ email, role }] });
  return done(sent).data.invitations[0]!.invite_id;
}

async function guestOf(academy: Organization, elsewhere: Organization): Promise<Person> {
  const person = newcomer(academy, "Ines", "issuer");
  await person.token();
  const invitation = { email: person.email, role: roleIds.learner };
  done(await elsewhere.as("Ada").call(organization.inviteUsers, { invitations: [invitation] }));
  const token: Invited["token"] = (await tokensFor(person.email)).at(-1)!;
  done(await person.call(user.joinOrganization, { token }));
  return person;
}

async function workOf(academy: Organization, rita: Person, ron: Person) {
  const [lena, leo, liv] = [academy.as("Lena"), academy.as("Leo"), academy.as("Liv")];
  const credential_id = await publishedCredential(academy, [rita, ron]);
  const ritas = await accepted(lena, credential_id, rita);
  done(await rita.call(job.acceptSection, verdict(ritas, 0)));
  const rons = await accepted(leo, credential_id, ron);
  const open = await submitted(liv, credential_id);
  const [unpaid, leos, earned] = [
    await publishedCredential(academy, [rita], { price: 50 }),
    await publishedCredential(academy, [rita], { price: 50 }),
    await publishedCredential(academy, [rita], { sections: [textSection] }),
  ];
  const { data } = done(await lena.call(credential.apply, { credential_id: unpaid }));
  done(await lena.call(payment.saveBilling, { credential_id: unpaid }));
  done(await leo.call(credential.apply, { credential_id: leos }));
  done(await rita.call(job.acceptSection, verdict(await accepted(lena, earned, rita), 0)));
  return {
    credential_id,
    unpaid,
    unpaidApplication: data.application_id,
    leos,
    earned,
    jobs: { own: jobThing(ritas), other: jobThing(rons), open: jobThing(open) },
  };
}

async function elsewhere(foreign: Organization) {
  const rita = await decided(foreign, foreign.as("Rita"), "accepted");
  const credential_id = await publishedCredential(foreign, [rita]);
  const job = jobThing(await accepted(foreign.as("Lena"), credential_id, rita));
  const draft = await draftOf(foreign.as("Ivan"));
  const resource = await materialOf(foreign.as("Ivan"));
  return { rita, credential_id, job, draft, resource, invitation: await invited(foreign, roleIds.learner) };
}

/** Makes it all, in parallel where one thing does not need another. */
export async function makeFixtures(): Promise<Fixtures> {
  const [own, foreign, archived, third] = (await Promise.all(
    ["Access", "Elsewhere", "Archive", "Third"].map((name) => world.newOrganization(name)),
  )) as [Organization, Organization, Organization, Organization];
  const ron = newcomer(own, "Ron", "reviewer");
  const [rita] = await Promise.all([
    decided(own, own.as("Rita"), "accepted"),
    decided(own, ron, "accepted"),
    decided(own, own.as("Rob"), "rejected"),
    apply(own.as("Ray")),
  ]);
  const [work, there, people, guest, isas, ivans, adas, pias] = await Promise.all([
    workOf(own, rita, ron),
    elsewhere(foreign),
    customPeople(own),
    guestOf(own, third),
    draftOf(own.as("Isa")),
    draftOf(own.as("Ivan")),
    draftOf(own.as("Ada")),
    draftOf(own.as("Pia")),
  ]);
  const files = Object.fromEntries(
    await Promise.all(
      (
        [
          ["admin", own.as("Ada"), "resources"],
          ["issuer", own.as("Ivan"), "resources"],
          ["publisher", own.as("Pia"), "resources"],
          ["reviewer", rita, "certificates"],
          ["learner", own.as("Lena"), "submissions"],
        ] as const
      ).map(async ([name, person, folder]) => [name, await uploaded(person, folder, "paper.pdf")] as const),
    ),
  );
  const material = await materialOf(own.as("Isa"));
  const invitations: Record<string, string> = { foreign: there.invitation };
  for (const name of ["superadmin", "admin", "issuer", "other"])
    invitations[name] = await invited(own, roleIds.learner);
  const roles = {
    spare: await roleFor(own, ["Read", "Global"]),
    held: own.role_id,
    foreign: foreign.role_id,
  };
  await own.as("Cy").token(); // holds the role `held`

  return {
    origin: world.origin,
    own,
    foreign,
    archived,
    principals: [
      { name: "superadmin", role: "superadmin", person: world.as("Sam") },
      { name: "admin", role: "admin", person: own.as("Ada") },
      { name: "issuer", role: "issuer", person: own.as("Ivan") },
      { name: "publisher", role: "publisher", person: own.as("Pia") },
      { name: "reviewer", role: "reviewer", person: rita },
      { name: "learner", role: "learner", person: own.as("Lena") },
      ...people.map(({ principal }) => principal),
    ],
    undecided: [
      { name: "pending reviewer", role: "reviewer", person: own.as("Ray") },
      { name: "rejected reviewer", role: "reviewer", person: own.as("Rob") },
    ],
    archivedPrincipals: await archivedPeople(archived),
    guest: { person: guest, elsewhere: third },
    things: {
      drafts: {
        ...Object.fromEntries(people.map(({ principal, draft }) => [principal.name, draft])),
        other: isas,
        foreign: there.draft,
        admin: adas,
        issuer: ivans,
        publisher: pias,
      },
      published: { own: work.credential_id, foreign: there.credential_id },
      unpaid: work.unpaid,
      unpaidApplication: work.unpaidApplication,
      leos: work.leos,
      earned: work.earned,
      jobs: { ...work.jobs, foreign: there.job },
      reviewers: {
        own: rita.user_id,
        other: ron.user_id,
        pending: own.as("Ray").user_id,
        foreign: there.rita.user_id,
      },
      learners: {
        own: own.as("Lena").user_id,
        other: own.as("Leo").user_id,
        foreign: foreign.as("Lena").user_id,
      },
      invitations,
      roles,
      files: { ...files, other: material, foreign: there.resource },
    },
  };
}

async function archivedPeople(academy: Organization): Promise<Principal[]> {
  const role_id = await roleFor(academy, actions);
  const principals: Principal[] = [
    { name: "admin", role: "admin", person: academy.as("Ada") },
    { name: "issuer", role: "issuer", person: academy.as("Ivan") },
    { name: "publisher", role: "publisher", person: academy.as("Pia") },
    { name: "reviewer", role: "reviewer", person: academy.as("Rita") },
    { name: "learner", role: "learner", person: academy.as("Lena") },
    { name: "custom", role: "custom", actions, person: newcomer(academy, "Cleo", "custom", role_id) },
  ];
  await Promise.all(principals.map(({ person }) => person.token()));
  const { organization_id: id } = academy;
  done(await world.as("Sam").call(organization.archive, { id, archiveStatus: true }));
  return principals;
}
