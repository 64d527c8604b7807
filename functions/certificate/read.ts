import { read } from "../../shared/certificate/calls.ts";
import { implement } from "../chain/implement.ts";
import { ownOf, readOwn } from "./model/store.ts";

export const handler = implement(read, async ({ certificate_id }, { actor }) => ({
  data: ownOf(await readOwn(actor.user_id, certificate_id)),
}));
