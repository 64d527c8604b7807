import { certificatePath } from "../../shared/certificate/addresses.ts";
import { listCredentials } from "../../shared/submission/calls.ts";
import { Application } from "../../shared/submission/submission.ts";
import { views } from "../data/keys.ts";
import { listPage } from "../data/list.ts";
import { implement } from "../runtime/implement.ts";

/** What one earned: the completed applications. */
export const handler = implement(listCredentials, async ({ offset, limit, cursor }, { actor }) => {
  const view = views.submissions(actor.user_id, "Completed");
  const page = await listPage({ view, offset, limit, cursor });
  const credentials = page.items.map((item) => {
    const application = Application.parse(item);
    const { application_id, cred_id, organization_id, user_id, title, issuer_name, certificate_id } = application;
    return {
      application_id,
      cred_id,
      credential_id: cred_id,
      organization_id,
      user_id,
      title,
      issuer_name,
      earned_on: application.completed_on ?? application.updated_on,
      ...(certificate_id && { certificate_id, address: certificatePath(certificate_id) }),
      certificate_hidden: application.certificate_hidden ?? false,
    };
  });
  return { data: { credentials, total: page.total, cursor: page.cursor } };
});
