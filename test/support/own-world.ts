import type { Mail } from "../../bin/local/aws/ses/mail.ts";
import type { Caller } from "../../bin/seed/client.ts";
import { type Controls, controlsAt, type WorldAddress } from "./controls.ts";
import { type Organization, organizationIn } from "./organization.ts";
import { anyoneAt, type Person, type PersonName, personAt, seeded } from "./people.ts";
import { startWorldProcess, type WorldContent } from "./world/world-process.ts";

/** The running product, as tests use it. */
export interface World extends WorldAddress {
  /** Calls without a token. */
  readonly anyone: Caller;
  /** A person of the seeded world (Northwind, Fabrikam, the platform), signed in at the first call. */
  as(name: PersonName): Person;
  /** A fresh organization with people of its own; give each test file one, so that files do not meet. */
  newOrganization(name?: string): Promise<Organization>;
  /** Mails to an address, oldest first. Settle first. */
  readonly mails: { to(email: string): Promise<Mail[]> };
  settle(): Promise<void>;
  readonly control: Controls;
}

/** The world at an address. */
export function worldAt(address: WorldAddress): World {
  const control = controlsAt(address.controlUrl);
  const known = new Map<PersonName, Person>();
  return {
    ...address,
    control,
    anyone: anyoneAt(address.origin),
    as(name) {
      const person = known.get(name) ?? personAt(address.origin, seeded(name));
      known.set(name, person);
      return person;
    },
    newOrganization: (name) => organizationIn(address, control, name),
    mails: { to: (email) => control.mailsTo(email) },
    settle: () => control.settle(),
  };
}

/**
 * A world of one's own, for tests that move everybody's time, run schedules or break a part; with `content` it is what
 * `npm start` shows. End it with `stop`.
 */
export async function ownWorld(options: WorldContent = {}): Promise<World & { stop(): Promise<void> }> {
  const { address, stop } = await startWorldProcess(options);
  return { ...worldAt(address), stop };
}
