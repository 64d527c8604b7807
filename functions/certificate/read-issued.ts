import { readIssued } from "../../shared/certificate/calls.ts";
import { implement } from "../chain/implement.ts";
import { readIn, rowOf } from "./model/store.ts";

export const handler = implement(readIssued, async ({ certificate_id }, { organization_id }) => {
  const certificate = await readIn(organization_id, certificate_id);
  const { application_id, replaced_by } = certificate;
  return { data: { ...rowOf(certificate), application_id, replaced_by } };
});
