import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { Secret, TOTP } from "otpauth";
import { findByEmail } from "../../../functions/auth/model/store.ts";
import { retireAccount } from "../../../functions/clients/cognito.ts";
import { newId } from "../../../functions/data/ids.ts";
import { transact } from "../../../functions/data/table.ts";
import { deletionSteps } from "../../../functions/user/model/deletion.ts";
import { pseudonymOf } from "../../../functions/user/model/pseudonym.ts";
import { contract } from "../../../shared/contract.ts";
import { roleIds } from "../../../shared/permissions.ts";
import { makeOrganization, makePerson } from "../../seed/make.ts";
import { type Tester, testerAt } from "./person.ts";

const { auth, organization } = contract;

/** What the smoke test stands on: an organization and people of its own, and how long it waits for what follows. */
export interface Fixture {
  readonly origin: string;
  readonly stage: string;
  readonly region: string;
  readonly organization_id: string;
  readonly admin: Tester;
  readonly reviewer: Tester & { readonly user_id: string };
  /** Who is invited and signs up in its course. */
  readonly learner: { readonly email: string; readonly password: string };
  readonly beganAt: number;
  /** Looks again and again until there is something, or the time is up. */
  wait<Found>(what: string, seconds: number, look: () => Promise<Found | undefined>): Promise<Found>;
  /** Ends the organization and the accounts. */
  remove(): Promise<void>;
}

/** Deletes an account as its owner would. Nobody may who is a super administrator or the last admin, as two of ours are. */
async function forget(email: string): Promise<void> {
  const found = await findByEmail(email);
  if (found === undefined) return;
  const { user_id } = found.user;
  const by = { actor_id: user_id, organization_id: "" };
  await transact(deletionSteps(found.user, { files: [], certificates: {}, ...by }));
  await retireAccount(email, user_id, pseudonymOf(user_id));
}

/** As somebody does who has power over others, where the stage wants two-step sign-in of them. */
async function turnFactorOn({ password, ask }: Tester): Promise<void> {
  const { secret } = await ask(auth.startFactor, { password });
  await ask(auth.confirmFactor, { code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() });
}

/** SES takes mails to its simulator from every account, its sandbox included, and counts none as bounced. */
const addressOf = (name: string, run: string) => `success+${name}-${run}@simulator.amazonses.com`;

/** Makes organization and people. `haste` divides what is waited for: a test is in a hurry. */
export async function makeFixture(
  stage: { readonly origin: string; readonly stage: string; readonly region: string },
  haste: number,
): Promise<Fixture> {
  const run = randomBytes(4).toString("hex");
  const organization_id = newId("org");
  const make = async (name: string, role?: number) => {
    const account = { email: addressOf(name, run), password: randomBytes(18).toString("base64url") };
    const user_id = newId("usr");
    const place = role === undefined ? undefined : { organization_id, role };
    const named = { user_id, first_name: "Smoke", last_name: name, ...account };
    await makePerson({ ...named, ...(place && { place }) });
    const tester = testerAt(stage.origin, account, place?.organization_id);
    if (process.env.FACTOR_REQUIRED && role !== roleIds.reviewer) await turnFactorOn(tester);
    return { ...tester, user_id };
  };
  await makeOrganization({ organization_id, name: `Smoke test ${run}` });
  const admin = await make("admin", roleIds.admin);
  const reviewer = await make("reviewer", roleIds.reviewer);
  const caretaker = await make("caretaker");
  const learner = { email: addressOf("learner", run), password: randomBytes(18).toString("base64url") };
  return {
    ...stage,
    organization_id,
    admin,
    reviewer,
    learner,
    beganAt: Date.now(),
    async wait(what, seconds, look) {
      const until = Date.now() + (seconds * 1000) / haste;
      for (;;) {
        const found = await look();
        if (found !== undefined) return found;
        if (Date.now() > until) throw new Error(`${what}: not within ${seconds / haste} seconds.`);
        await setTimeout(1000 / haste);
      }
    },
    async remove() {
      await caretaker.ask(organization.archive, { id: organization_id, archiveStatus: true });
      await caretaker.ask(organization.remove, { organization_id });
      for (const email of [learner.email, reviewer.email, admin.email, caretaker.email]) await forget(email);
    },
  };
}
