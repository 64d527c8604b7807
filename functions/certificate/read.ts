import { read } from "../../shared/certificate/calls.ts";
import { implement } from "../runtime/implement.ts";
import { ownOf, readOwn } from "./store.ts";

export const handler = implement(read, async ({ certificate_id }, { actor }) => ({
  data: ownOf(await readOwn(actor.user_id, certificate_id)),
}));
