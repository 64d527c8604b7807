import { listCertifications } from "../../shared/credential/lookup-calls.ts";
import { implement } from "../chain/implement.ts";
import { certifications } from "./model/lookups/certifications.ts";

/** Kinds of licenses and certificates. */
export const handler = implement(listCertifications, async () => ({
  data: { certifications: certifications.map(([certification_id, type, name]) => ({ certification_id, name, type })) },
}));
