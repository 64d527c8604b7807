import { readUnfinished } from "../../shared/credential/draft-calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import { implement } from "../chain/implement.ts";
import { isWithin, namedCredential, summaryOf } from "./model/summary.ts";
import { readSteps } from "./model/unfinished.ts";

/** What the caller keeps of the steps of a credential, and nobody else's. */
export const handler = implement(
  readUnfinished,
  async ({ credential_id }, { actor, prefetched: [meta] }) => {
    if (!isWithin(actor, meta && summaryOf(meta))) throw new Problem("resource.not-found");
    return { data: { steps: await readSteps(actor.user_id, credential_id) } };
  },
  namedCredential,
);
