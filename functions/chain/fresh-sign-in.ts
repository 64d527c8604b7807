import { Problem } from "../../shared/http/problem.ts";
import { clock } from "../runtime/clock.ts";
import type { Actor } from "./actor.ts";

const FRESH_SECONDS = 300;

/** Refuses whoever signed in more than five minutes ago: a stolen session must not do what cannot be taken back. */
export function requireFreshSignIn({ authTime }: Actor): void {
  if (clock.seconds() - authTime > FRESH_SECONDS) throw new Problem("access.fresh-sign-in-needed");
}
