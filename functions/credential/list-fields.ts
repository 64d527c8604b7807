import { listFields } from "../../shared/credential/lookup-calls.ts";
import { implement } from "../chain/implement.ts";
import { fields } from "./model/lookups/fields.ts";

/** Fields of study, by name. */
export const handler = implement(listFields, async () => ({
  data: { fields: fields.map(([field_id, name]) => ({ field_id, name })) },
}));
