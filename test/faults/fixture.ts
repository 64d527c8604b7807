import { ulid } from "ulid";
import { afterAll } from "vitest";
import { seedPassword } from "../../bin/seed/people.ts";
import { contract } from "../../shared/contract.ts";
import { type Role, roleIds } from "../../shared/permissions.ts";
import { refreshCookie } from "../auth/cookies.ts";
import { connect, openAccount } from "../support/fixtures/badge.ts";
import { publishedCredential, textSection, writeDraft } from "../support/fixtures/credential.ts";
import { applied } from "../support/fixtures/payment.ts";
import { acceptedReviewer, profile } from "../support/fixtures/reviewer.ts";
import { earned } from "../support/fixtures/work.ts";
import type { Organization } from "../support/organization.ts";
import { ownWorld, type World } from "../support/own-world.ts";
import { anyoneAt, type Person, personAt } from "../support/people.ts";
import type { WorldContent } from "../support/world/world-process.ts";

/** Where scenes are set: an organization with two accepted reviewers and a free credential of one section. */
export interface Fixture {
  readonly world: World;
  readonly academy: Organization;
  readonly rita: Person;
  readonly ray: Person;
  readonly free: string;
}

/** Makes the fixture of scenes in a world that the test file has to itself and that ends with it. */
export async function ownFixture(content?: WorldContent): Promise<Fixture> {
  const world = await ownWorld(content);
  afterAll(() => world.stop());
  const academy = await world.newOrganization("Weather Academy");
  const [rita, ray] = [await acceptedReviewer(academy, "Rita"), await acceptedReviewer(academy, "Ray")];
  const free = await publishedCredential(academy, [rita, ray], { sections: [textSection] });
  return { world, academy, rita, ray, free };
}

const { auth, credential, organization, reviewer, certificate } = contract;

/** The body of an answer that has to be good. */
export const done = <Body>({ status, text, body }: { status: number; text: string; body: Body }): Body => {
  if (status !== 200) throw new Error(`A scene could not be set: ${status} ${text}`);
  return body;
};
/** Somebody from an address of their own: sources are throttled. */
export const stranger = ({ world }: Fixture) => anyoneAt(world.origin);
/** An address that nobody has. */
export const addressOf = (name: string) => `${name.toLowerCase()}-${ulid().toLowerCase()}@weather.test`;

/** Somebody new in the organization. */
export function newcomer(
  { world, academy }: Fixture,
  first_name: string,
  role: Exclude<Role, "superadmin" | "custom">,
): Person {
  const identity = {
    user_id: `usr_${ulid()}`,
    first_name,
    last_name: "Hall",
    email: addressOf(first_name),
    password: seedPassword,
  };
  const place = { organization_id: academy.organization_id, role: roleIds[role] };
  return personAt(world.origin, { ...identity, before: () => world.control.makePerson({ ...identity, place }) });
}

/** A new learner. */
export const learnerOf = (fixture: Fixture) => newcomer(fixture, "Lea", "learner");

/** The token of the last link that was mailed to an address. */
export async function mailedToken({ world }: Fixture, email: string): Promise<string> {
  await world.settle();
  const tokens = (await world.mails.to(email)).flatMap(
    ({ text: said }) => /[?&]t=([\w-]+)/.exec(said ?? "")?.[1] ?? [],
  );
  return tokens.at(-1)!;
}

/** Invites an address, and says by which invitation. */
export async function invited(fixture: Fixture, role: number, email = addressOf("guest")) {
  const answer = await fixture.academy.as("Ada").call(organization.inviteUsers, { invitations: [{ email, role }] });
  return { email, invite_id: done(answer).data.invitations[0]!.invite_id };
}

/** A draft as it is after so many steps. */
export const draftOf = async (author: Person, options: { upTo: number }, reviewers: readonly Person[] = []) => {
  const { cred_id: credential_id, ...draft } = await writeDraft(author, reviewers, options);
  return { ...draft, credential_id };
};

/** A custom role that nobody has. */
export async function roleIn({ academy }: Fixture): Promise<string> {
  const name = `Helper ${ulid().slice(-8)}`;
  return done(await academy.as("Ada").call(organization.createRole, { name, role_perms: ["Read"] })).data.role_id;
}

/** A credential that waits for its approval. */
export async function waitingCredential(fixture: Fixture) {
  const ivan = fixture.academy.as("Ivan");
  const { cred_id: credential_id } = await writeDraft(ivan, [fixture.rita], { differing: { scech: undefined } });
  done(await ivan.call(credential.publish, { credential_id }));
  return { credential_id };
}

/** A reviewer whose application waits. */
export async function applicant(fixture: Fixture): Promise<Person> {
  const person = newcomer(fixture, "Rex", "reviewer");
  done(await person.call(reviewer.create, profile));
  done(await person.call(reviewer.submit, {}));
  return person;
}

/** A new learner with a certificate. */
export async function certified(fixture: Fixture) {
  const learner = learnerOf(fixture);
  await earned(learner, fixture.free, fixture.rita);
  await fixture.world.settle();
  const { credentials } = done(await learner.call(certificate.listOwn)).data;
  return { learner, certificate_id: credentials[0]!.certificate_id! };
}

/** A credential that costs something. */
export const priced = ({ academy, rita }: Fixture) =>
  publishedCredential(academy, [rita], { price: 50, sections: [textSection] });

/** A learner who has applied for a credential that costs something. */
export async function buyer(fixture: Fixture) {
  const learner = learnerOf(fixture);
  const credential_id = await priced(fixture);
  const application_id = await applied(learner, credential_id);
  return { learner, credential_id, application_id };
}

/** An organization that is connected with the badge service. */
export async function connected(fixture: Fixture) {
  const academy = await fixture.world.newOrganization("Badge Academy");
  const account = await openAccount(fixture.world.control, academy);
  await connect(academy, account);
  return { ada: academy.as("Ada"), academy, account };
}

/** A cookie of a session that begins now. */
export async function cookieOf(fixture: Fixture): Promise<string> {
  const { email, password, ...person } = newcomer(fixture, "Cora", "learner");
  await person.token();
  return refreshCookie(await stranger(fixture).call(auth.login, { email, password, isRemember: true }))!.header;
}
