import { isUnderAppeal } from "../../../shared/appeal/appeal.ts";
import type { CredentialRow } from "../../../shared/credential/credential.ts";
import { Application, Applied } from "../../../shared/submission/submission.ts";
import type { Actor } from "../../chain/actor.ts";
import { StoredCredential } from "../../credential/model/record.ts";
import { issuerOf, rowOf, type ViewContext } from "../../credential/model/view.ts";
import { certificateKeys } from "../../data/keys/certificate.ts";
import { idOf } from "../../data/keys/key.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { reviewerKeys } from "../../data/keys/reviewer.ts";
import { submissionKeys } from "../../data/keys/submission.ts";
import type { ReferencePage } from "../../data/list.ts";
import { batchGet } from "../../data/table.ts";
import { OrganizationRecord } from "../../organization/model/record.ts";
import { authorOf } from "../../reviewer/model/issuer-profile.ts";
import { standingOf } from "./standing.ts";

/**
 * Reads the rows of a page of published credentials of any organization: credentials, the organizations that the sort
 * keys name, and the pointers to the caller's own applications in one round, then the applications with their certificates
 * and the account pages of who wrote them. Credentials of an organization that is not active any more are left out, and out of the total too: the
 * clock takes them off the list within minutes.
 */
export async function publicRows({ references, sorts, total, ...page }: ReferencePage, actor: Actor) {
  const [things, organizations, applied] = await Promise.all([
    batchGet(references),
    batchGet([...new Set(sorts.map(idOf))].map((id) => organizationKeys.organization(id))),
    batchGet(references.map(({ pk }) => submissionKeys.applied(actor.user_id, idOf(pk)))),
  ]);
  const active = new Map(
    organizations
      .flatMap((item) => (item ? [OrganizationRecord.parse(item)] : []))
      .filter(({ status }) => status === "active")
      .map((organization) => [organization.organization_id, issuerOf(organization)]),
  );
  const found = things.map((thing) => thing && StoredCredential.parse(thing));
  const pointers = applied.map((pointer) => pointer && Applied.parse(pointer));
  const led = pointers.flatMap((pointer) =>
    pointer
      ? [submissionKeys.application(pointer.application_id), certificateKeys.certificate(pointer.certificate_id ?? "")]
      : [],
  );
  const items = await batchGet([
    ...found.map((credential) =>
      reviewerKeys.issuerProfile(credential?.organization_id ?? "", credential?.created_by ?? ""),
    ),
    ...led,
  ]);
  const accounts = items.slice(0, found.length);
  const standings = new Map<string, NonNullable<ViewContext["application"]>>();
  for (let at = found.length; at < items.length; at += 2) {
    const application = items[at] && Application.parse(items[at]);
    if (!application) continue;
    const { application_id, cred_id } = application;
    const status = standingOf(application, items[at + 1]);
    standings.set(cred_id, { application_id, status, appealed: isUnderAppeal(application) });
  }
  const credentials = found.flatMap((credential, index): CredentialRow[] => {
    if (!credential) return [];
    const issuer = active.get(credential.organization_id);
    if (!issuer) return [];
    const application = standings.get(credential.cred_id);
    return [rowOf(credential, actor, { issuer, author: authorOf(accounts[index]), application })];
  });
  return { credentials, total: total - (references.length - credentials.length), ...page };
}
