import type { EventName } from "../../shared/platform/events.ts";
import type { Message } from "./event.ts";
import { type Facts, readFacts } from "./facts.ts";
import { credentialTellings } from "./tellings/credentials.ts";
import { moneyTellings } from "./tellings/money.ts";
import { peopleTellings } from "./tellings/people.ts";
import type { Telling, Tellings } from "./tellings/telling.ts";
import { workTellings } from "./tellings/work.ts";

const tellings: Tellings = { ...peopleTellings, ...credentialTellings, ...workTellings, ...moneyTellings };

/** Who is told what of an event; nobody when its things are gone. */
export async function tellingsOf(event: Message): Promise<{ facts: Facts; tellings: readonly Telling[] }> {
  const facts = await readFacts(event);
  const tell = tellings[event.type as EventName];
  return { facts, tellings: tell === undefined ? [] : await tell(facts) };
}
