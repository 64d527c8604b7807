import { exportList } from "../../shared/certificate/calls.ts";
import { implement } from "../chain/implement.ts";
import { answerSheet } from "../organization/model/exports.ts";
import { certificatesSheet } from "./model/certificates-sheet.ts";

/** What a search or one credential finds is never more than is answered at once, so that a background export knows of neither. */
export const handler = implement(exportList, async ({ status, ...narrowed }, { actor, organization_id }) =>
  answerSheet(
    certificatesSheet({ organization_id, timezone: actor.organization!.timezone }, { status, ...narrowed }),
    "csv",
    {
      organization_id,
      actor_id: actor.user_id,
      source: { kind: "certificates", certificate_status: status, from: narrowed.from, to: narrowed.to },
    },
  ),
);
