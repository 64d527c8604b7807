import { read } from "../../shared/organization/calls.ts";
import { implement } from "../runtime/implement.ts";
import { organizationOf } from "./record.ts";
import { organizationOfActor } from "./store.ts";

export const handler = implement(read, async (_, { actor }) => ({ data: organizationOf(organizationOfActor(actor)) }));
