import { issueSteps } from "../../../functions/certificate/model/entity.ts";
import { hasTombstone } from "../../../functions/certificate/model/erasing.ts";
import { drawPlace, newCertificateId } from "../../../functions/certificate/model/ids.ts";
import { isOf, kinds } from "../../../functions/data/keys/kinds.ts";
import { platformKeys } from "../../../functions/data/keys/platform.ts";
import { submissionKeys } from "../../../functions/data/keys/submission.ts";
import { indexSteps } from "../../../functions/data/search.ts";
import { change, remove, type Step } from "../../../functions/data/steps.ts";
import { batchGet, type Item } from "../../../functions/data/table.ts";
import { searchEntryOf } from "../../../functions/platform/model/search-entry.ts";
import { deletedName } from "../../../functions/user/model/pseudonym.ts";
import { Certificate } from "../../../shared/certificate/certificate.ts";

/** What was kept of a certificate beside the certificate itself, or instead of it. */
const FormerCertificate = Certificate.pick({
  ...{ organization_id: true, cred_id: true, user_id: true, application_id: true, revision: true },
  ...{ first_name: true, last_name: true, title: true, issuer_name: true, earned_on: true },
});

/** What a certificate lacks: the word by which it is found among those of its credential. */
export async function wordSteps(item: Item): Promise<Step[]> {
  const key = { pk: item.pk, sk: item.sk };
  const entry = searchEntryOf(item)!;
  const [before] = await batchGet([platformKeys.searchWords(key)]);
  const steps = indexSteps(key, before, entry);
  return before && (before.places as unknown[]).length === steps.length - 1 ? [] : steps;
}

/**
 * A certificate is one item, which alone says whether it is shown. One of before certificates had an id gets one, and says
 * nothing of what the review found until its learner wants that. One that was erased and came back from a backup is erased
 * again.
 */
export async function certificateSteps(item: Item): Promise<Step[]> {
  const said = FormerCertificate.parse(item);
  const { user_id, cred_id, application_id, organization_id } = said;
  const things = [submissionKeys.application(application_id), submissionKeys.applied(user_id, cred_id)];
  const [application, applied] = await batchGet(things);
  if (application?.certificate_id !== undefined)
    return [
      remove(item),
      ...[application, applied].flatMap((thing) => (thing?.certificate_hidden === undefined ? [] : [told(thing, {})])),
    ];
  if (!application || !applied || applied.certificate_id !== undefined) return [];
  const certificate_id = newCertificateId();
  const isErased = await hasTombstone(application_id);
  const asShown = applied.certificate_hidden === true ? ("hidden" as const) : ("shown" as const);
  const issued = issueSteps(
    {
      ...said,
      ...(isErased && deletedName),
      certificate_id,
      visibility: isErased ? "erased" : asShown,
      with_findings: false,
    },
    await drawPlace(organization_id),
    { recorded: "submission.completed" },
  );
  const made = issued.flatMap((step) => (step.kind === "write" && step.operation.Put?.Item) || []) as Item[];
  return [
    remove(item),
    ...issued,
    ...(await Promise.all(made.filter((each) => isOf(kinds.certificate, each)).map(wordSteps))).flat(),
    ...[application, applied].map((thing) => told(thing, { certificate_id })),
  ];
}

/** The step by which an application, or the pointer to it, leads to its certificate; its version stays, for forms that are open. */
function told(thing: Item, set: { readonly certificate_id?: string }): Step {
  return change(
    thing,
    { set: { ...set, certificate_hidden: undefined }, add: { version: 0 } },
    { where: { certificate_id: (thing.certificate_id as string | undefined) ?? { absent: true } } },
  );
}
