import * as z from "zod";
import { organizationKeys } from "../../data/keys/organization.ts";
import { get } from "../../data/table.ts";
import { clock } from "../../runtime/clock.ts";

/** How long a shown secret may be confirmed. */
export const SETUP_SECONDS = 900;

const FactorSetup = z.object({ sealed: z.string(), expires_at: z.number() });

/** The secret that a person was shown last and has not confirmed; undefined when there is none that lives. */
export async function readSetup(user_id: string): Promise<z.infer<typeof FactorSetup> | undefined> {
  const setup = await get(FactorSetup, organizationKeys.factorSetup(user_id));
  return setup && setup.expires_at > clock.seconds() ? setup : undefined;
}
