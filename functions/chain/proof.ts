import * as z from "zod";
import { Problem } from "../../shared/http/problem.ts";
import type { Key } from "../data/keys/key.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { put, type Step } from "../data/steps.ts";
import type { Item } from "../data/table.ts";
import { clock } from "../runtime/clock.ts";
import { type Actor, authTimeOf, type Claims } from "./actor.ts";

/** How long whoever has shown that it is them is not asked again. */
const PROOF_SECONDS = 600;

const ProofRecord = z.object({ proved_at: z.number(), factor_since: z.string().optional() });

/** The session that a person proves in, and the second factor that they have. */
interface Proven extends Pick<Actor, "user_id" | "authTime"> {
  readonly factor_since: string | undefined;
}

/** Where it is kept of the session of a token that its person showed that it is them. */
export const proofKeyOf = (claims: Claims): Key => organizationKeys.proof(claims.user_id ?? "", authTimeOf(claims));

/** The step that keeps of a session that its person has just shown that it is them: by the factor, where they have one. */
export function proofStep({ user_id, authTime, factor_since }: Proven): Step {
  const proved_at = clock.seconds();
  const proof = { proved_at, ttl: proved_at + PROOF_SECONDS, ...(factor_since && { factor_since }) };
  return put(organizationKeys.proof(user_id, authTime), proof);
}

/**
 * Refuses whoever has not shown in the last ten minutes of this session that it is them. Signing in shows it only where
 * there is no factor: a remembered device signs in without one. What was shown before the factor was changed counts no more.
 */
export function requireProof({ authTime, user: { factor_since } }: Actor, item: Item | undefined): void {
  const proof = item && ProofRecord.parse(item);
  const signedIn = factor_since === undefined ? authTime : 0;
  const provedAt = proof && proof.factor_since === factor_since ? proof.proved_at : 0;
  if (clock.seconds() - Math.max(signedIn, provedAt) > PROOF_SECONDS) throw new Problem("auth.proof-needed");
}
