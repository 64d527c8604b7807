import { replace } from "../../shared/certificate/calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import { Applied } from "../../shared/submission/submission.ts";
import { implement } from "../chain/implement.ts";
import { submissionKeys } from "../data/keys/submission.ts";
import { retryWhenRaced } from "../data/retry-when-raced.ts";
import { change } from "../data/steps.ts";
import { get } from "../data/table.ts";
import { passOnContent } from "./model/content.ts";
import { issueSteps } from "./model/entity.ts";
import { hashedEmailOf } from "./model/hashed-email.ts";
import { drawPlace, newCertificateId } from "./model/ids.ts";
import { replaceSteps } from "./model/revoking.ts";
import { readIn } from "./model/store.ts";

/** The new certificate says all that the former said, under another name, and names the former nowhere. */
export const handler = implement(
  replace,
  async ({ certificate_id, first_name, last_name, correction_id: accepted_id }, { actor, organization_id, commit }) =>
    retryWhenRaced(
      async () => {
        const before = await readIn(organization_id, certificate_id);
        const { user_id, cred_id, application_id, revision, title, issuer_name, earned_on, earned_in, visibility } =
          before;
        const replacement_id = newCertificateId();
        const replaced = replaceSteps(before, { replacement_id, accepted_id, actor_id: actor.user_id });
        if (before.first_name === first_name && before.last_name === last_name)
          throw new Problem("certificate.same-name", { field: "first_name" });
        const asked = before.correction;
        if (accepted_id && !(asked?.first_name === first_name && asked.last_name === last_name))
          throw new Problem("input.invalid", { fields: { first_name: "Enter the name that the learner asked for." } });
        const issued = issueSteps(
          {
            ...{
              organization_id,
              cred_id,
              user_id,
              application_id,
              revision,
              title,
              issuer_name,
              earned_on,
              earned_in,
              visibility,
            },
            ...{
              certificate_id: replacement_id,
              replaces: certificate_id,
              first_name,
              last_name,
              with_findings: before.with_findings,
            },
            ...(before.valid_until && { valid_until: before.valid_until, reminded: before.reminded }),
            ...(before.hashed_email && { hashed_email: await hashedEmailOf(user_id) }),
            ...(before.published_evidence && { published_evidence: before.published_evidence }),
          },
          await drawPlace(organization_id),
          replaced,
        );
        const pointer = submissionKeys.applied(user_id, cred_id);
        const applied = await get(Applied, pointer);
        const set = { certificate_id: replacement_id };
        return commit(
          [
            ...replaced.steps,
            ...issued,
            ...(await passOnContent(certificate_id, replacement_id)),
            change(submissionKeys.application(application_id), { set }),
            ...(applied?.certificate_id === certificate_id
              ? [change(pointer, { set }, { where: { certificate_id } })]
              : []),
          ],
          { data: { certificate_id, replaced_by: replacement_id } },
        );
      },
      { exhausted: "server.busy" },
    ),
);
