import { implement } from "../../functions/chain/implement.ts";
import { update } from "../../shared/organization/calls.ts";
import { organization } from "./organization.ts";

/** A call with the product's whole chain and schemas, whose work is to answer at once. */
export const handler = implement({ ...update, allow: "anyone" }, async () => ({ data: organization }));
