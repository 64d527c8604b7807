import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { Secret, TOTP } from "otpauth";
import { findByEmail } from "../../../functions/auth/model/store.ts";
import { deleteAccount } from "../../../functions/clients/cognito.ts";
import { dueNow } from "../../../functions/data/deadlines.ts";
import { newId, now } from "../../../functions/data/ids.ts";
import { organizationKeys } from "../../../functions/data/keys/organization.ts";
import { get, transact } from "../../../functions/data/table.ts";
import { transition } from "../../../functions/data/transition.ts";
import { beginDeletion } from "../../../functions/organization/model/deletion.ts";
import { organizationEntity } from "../../../functions/organization/model/organization-entity.ts";
import { OrganizationRecord } from "../../../functions/organization/model/record.ts";
import { deletionSteps } from "../../../functions/user/model/deletion.ts";
import { contract } from "../../../shared/contract.ts";
import { roleIds } from "../../../shared/permissions.ts";
import { makeOrganization, makePerson } from "../../seed/make.ts";
import { type Account, type Tester, testerAt } from "./person.ts";

const { auth } = contract;

/** The stage that is looked at. */
export interface Place {
  readonly origin: string;
  readonly stage: string;
  readonly region: string;
}

/** Somebody who is there from the beginning. */
export type Member = Tester & { readonly user_id: string };

/** What the smoke test stands on: an organization and people of its own, and how long it waits for what follows. */
export interface Fixture extends Place {
  readonly organization_id: string;
  /** Who is invited and signs up in its course. */
  readonly learner: Account;
  readonly beganAt: number;
  /** Makes the organization, its admin and its reviewer. Nobody of them has power beyond it. */
  make(): Promise<{ readonly admin: Member; readonly reviewer: Member }>;
  /** Looks again and again until there is something, or the time is up: so many seconds from now, or from a moment. */
  wait<Found>(what: string, seconds: number, look: () => Promise<Found | undefined>, from?: number): Promise<Found>;
  /** Ends the accounts and then the organization, each whatever becomes of the others: names what stays, with why. */
  remove(): Promise<string[]>;
}

/** As somebody does who has power over others, where the stage wants two-step sign-in of them. */
async function turnFactorOn({ password, ask }: Tester): Promise<void> {
  const { secret } = await ask(auth.startFactor, { password });
  await ask(auth.confirmFactor, { code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() });
}

/** SES takes mails to its simulator from every account, its sandbox included, and counts none as bounced. */
const addressOf = (name: string, run: string) => `success+${name}-${run}@simulator.amazonses.com`;

/** Names what is made, and makes nothing yet. `haste` divides what is waited for: a test is in a hurry. */
export function nameFixture(place: Place, haste: number): Fixture {
  const run = randomBytes(4).toString("hex");
  const organization_id = newId("org");
  const named = (name: string): Account => {
    return { email: addressOf(name, run), password: randomBytes(18).toString("base64url") };
  };
  const accounts = { learner: named("learner"), reviewer: named("reviewer"), admin: named("admin") };
  const join = async (name: "admin" | "reviewer"): Promise<Member> => {
    const [account, role, user_id] = [accounts[name], roleIds[name], newId("usr")];
    await makePerson({ user_id, first_name: "Smoke", last_name: name, ...account, place: { organization_id, role } });
    return { ...testerAt(place.origin, account, organization_id), user_id };
  };
  return {
    ...place,
    organization_id,
    learner: accounts.learner,
    beganAt: Date.now(),
    async make() {
      await makeOrganization({ organization_id, name: `Smoke test ${run}` });
      const [admin, reviewer] = [await join("admin"), await join("reviewer")];
      if (process.env.FACTOR_REQUIRED) await turnFactorOn(admin);
      return { admin, reviewer };
    },
    async wait(what, seconds, look, from = Date.now()) {
      const until = from + (seconds * 1000) / haste;
      for (;;) {
        const found = await look();
        if (found !== undefined) return found;
        if (Date.now() > until) throw new Error(`${what}: not within ${seconds / haste} seconds.`);
        await setTimeout(1000 / haste);
      }
    },
    async remove() {
      const ends: [string, () => Promise<void>][] = Object.values(accounts).flatMap(({ email }) => [
        [`${email} in the table`, () => forget(email)],
        [`${email} in the pool`, () => deleteAccount(email)],
      ]);
      ends.push([`the organization ${organization_id}`, () => end(organization_id)]);
      const left: string[] = [];
      for (const [what, work] of ends)
        await work().catch((error: Error) => left.push(`${what}: ${error.name}, ${error.message}`));
      return left;
    },
  };
}

/** Deletes an account as its owner would; nobody may who is the last admin, as one of ours is. */
async function forget(email: string): Promise<void> {
  const found = await findByEmail(email);
  if (found === undefined) return;
  const by = { actor_id: found.user.user_id, organization_id: "" };
  await transact(deletionSteps(found.user, { files: [], certificates: {}, ...by }));
}

/** As its super administrator would, of whom there is none: archives the organization, and has the clock delete it. */
async function end(organization_id: string): Promise<void> {
  const key = organizationKeys.organization(organization_id);
  const before = await get(OrganizationRecord, key);
  if (before === undefined) return;
  const actor_id = "system";
  const { steps, after } = transition(organizationEntity, "archive", { before, set: { archived_at: now() }, actor_id });
  await transact([...steps, dueNow("organization-listing", key)]);
  await transact(await beginDeletion(after, actor_id));
}
