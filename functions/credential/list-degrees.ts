import { listDegrees } from "../../shared/credential/lookup-calls.ts";
import { implement } from "../chain/implement.ts";
import { degrees } from "./model/lookups/degrees.ts";

/** Degrees of an education, lowest first. */
export const handler = implement(listDegrees, async () => ({
  data: { degrees: degrees.map(([degree_id, name]) => ({ degree_id, name })) },
}));
