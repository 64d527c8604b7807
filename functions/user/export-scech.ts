import { Problem } from "../../shared/http/problem.ts";
import { exportScech } from "../../shared/user/calls.ts";
import { chosenColumns } from "../../shared/user/scech.ts";
import { implement } from "../chain/implement.ts";
import { readSummary } from "../credential/model/summary.ts";
import { answerSheet } from "../organization/model/exports.ts";
import { scechSheet } from "./model/scech-sheet.ts";

export const handler = implement(exportScech, async ({ credential_id: cred_id, columns }, { actor }) => {
  const { organization_id, user_id } = actor;
  const credential = await readSummary(cred_id);
  if (credential?.organization_id !== organization_id) throw new Problem("resource.not-found");
  const sheet = scechSheet({ cred_id, title: credential.title }, chosenColumns(columns)!);
  return answerSheet(sheet, "csv", {
    organization_id,
    actor_id: user_id,
    source: { kind: "scech", cred_id, columns },
  });
});
