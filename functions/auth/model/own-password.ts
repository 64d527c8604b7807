import { Problem } from "../../../shared/http/problem.ts";
import type { Actor } from "../../chain/actor.ts";
import { revoke, signIn } from "../../clients/cognito.ts";
import { alone } from "../../data/alone.ts";
import { consumeRate, forget } from "../../data/rate.ts";
import { transact } from "../../data/table.ts";

/** Refuses whoever does not know their own password; tries are counted for the person before the pool is asked. */
export async function requireOwnPassword({ user_id, email }: Actor, password: string): Promise<void> {
  await transact([consumeRate("factorChangesPerUser", user_id)]);
  const tokens = await signIn(email, password);
  if (tokens === undefined) throw new Problem("auth.wrong-password", { field: "password" });
  await Promise.all([
    tokens.refreshToken && revoke(tokens.refreshToken),
    alone(forget("factorChangesPerUser", user_id)),
  ]);
}
