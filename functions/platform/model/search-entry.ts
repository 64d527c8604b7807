import { Certificate } from "../../../shared/certificate/certificate.ts";
import { Job } from "../../../shared/review/job.ts";
import { Application } from "../../../shared/submission/submission.ts";
import { isNameAsked } from "../../certificate/model/entity.ts";
import { credentialWord } from "../../certificate/model/narrowing.ts";
import { summaryOf } from "../../credential/model/summary.ts";
import { certificateIndexes, certificateSort } from "../../data/keys/certificate.ts";
import { credentialIndexes, publicCredentialSort } from "../../data/keys/credential.ts";
import type { Key } from "../../data/keys/key.ts";
import { ageSort, kindOf } from "../../data/keys/key.ts";
import { organizationIndexes } from "../../data/keys/organization.ts";
import { paymentIndexes } from "../../data/keys/payment.ts";
import { applicantSort, jobSort, submissionIndexes } from "../../data/keys/submission.ts";
import { periodFacets } from "../../data/period.ts";
import { indexedWordsOf, type SearchEntry } from "../../data/search.ts";
import type { Item } from "../../data/table.ts";
import { InvitationRecord, isWaiting, OrganizationRecord } from "../../organization/model/record.ts";
import { BillingRecord } from "../../payment/model/billing.ts";
import { memberSort } from "../../user/model/membership-entity.ts";
import { MembershipRecord, UserRecord } from "../../user/model/record.ts";

/**
 * How a thing is to be found, by what it is; undefined when it is not to be found any more. What learners are found by
 * needs the learner, as {@link learnerIn} names them.
 */
export function searchEntryOf(thing: Item, learner?: Item): SearchEntry | undefined {
  const reference = { pk: thing.pk, sk: thing.sk };
  switch (kindOf(reference)) {
    case "organization":
      return organizationSearchEntry(OrganizationRecord.parse(thing), reference);
    case "credential":
      return credentialSearchEntry(thing, reference);
    case "membership":
      return memberSearchEntry(MembershipRecord.parse(thing), reference);
    case "invitation":
      return invitationSearchEntry(InvitationRecord.parse(thing), reference);
    case "application":
      return applicantSearchEntry(Application.parse(thing), namesOf(learner), reference);
    case "job":
      return jobSearchEntry(Job.parse(thing), reference);
    case "certificate":
      return certificateSearchEntry(Certificate.parse(thing), reference);
    case "billing":
      return billingSearchEntry(BillingRecord.parse(thing), namesOf(learner), reference);
    default:
      return undefined;
  }
}

/** The learner by whose name and address a thing is found, if it is one of those. */
export function learnerIn(thing: Item): string | undefined {
  const kind = kindOf({ pk: thing.pk, sk: thing.sk });
  return kind === "application" || kind === "billing" ? String(thing.user_id) : undefined;
}

/** Nobody is found by name any more once they have deleted their account. */
function namesOf(learner: Item | undefined): string[] {
  const person = learner && UserRecord.parse(learner);
  return person && person.status !== "deleted" ? indexedWordsOf(person.first_name, person.last_name, person.email) : [];
}

function applicantSearchEntry(application: Application, words: string[], reference: Key): SearchEntry | undefined {
  if (words.length === 0) return undefined;
  const places = [
    { space: submissionIndexes.applicants(application.cred_id), facets: periodFacets(application.created_on) },
  ];
  return { reference, sort: applicantSort(application), words, searchIndexes: places };
}

function jobSearchEntry({ organization_id, title, seat, ...job }: Job, reference: Key): SearchEntry | undefined {
  if (seat !== "first") return undefined;
  const places = [{ space: submissionIndexes.jobs(organization_id), facets: {} }];
  return { reference, sort: jobSort(job), words: indexedWordsOf(title), searchIndexes: places };
}

function certificateSearchEntry(certificate: Certificate, reference: Key): SearchEntry | undefined {
  const { organization_id, cred_id, first_name, last_name, title, status, visibility } = certificate;
  const facets = { status, ...(isNameAsked(certificate) && { nameAsked: true }) };
  const names = visibility === "erased" ? [] : indexedWordsOf(first_name, last_name, title);
  const places = [{ space: certificateIndexes.certificates(organization_id), facets }];
  return {
    reference,
    sort: certificateSort(certificate),
    words: [credentialWord(cred_id), ...names],
    searchIndexes: places,
  };
}

/** A reviewer's pay is found under Payments by the reviewer; here it would bring thousands of lines to every name. */
function billingSearchEntry(line: BillingRecord, names: string[], reference: Key): SearchEntry | undefined {
  const { organization_id, entry_id, at, kind, title, kinds = [] } = line;
  if (kind === "pay") return undefined;
  const facets = { ...periodFacets(at), ...Object.fromEntries(kinds.map((each) => [each, true])) };
  const places = [{ space: paymentIndexes.billing(organization_id), facets }];
  return {
    reference,
    sort: entry_id,
    words: [...new Set([...names, ...indexedWordsOf(title)])],
    searchIndexes: places,
  };
}

function organizationSearchEntry(
  { organization_id, name, status }: OrganizationRecord,
  reference: Key,
): SearchEntry | undefined {
  if (status !== "active" && status !== "archived") return undefined;
  const places = [{ space: organizationIndexes.organizations(), facets: { archived: status === "archived" } }];
  return { reference, sort: organization_id, words: indexedWordsOf(name), searchIndexes: places };
}

function memberSearchEntry(member: MembershipRecord, reference: Key): SearchEntry {
  const { organization_id, role, status, first_name, last_name, email } = member;
  const places = [{ space: organizationIndexes.users(organization_id), facets: { role, status } }];
  return {
    reference,
    sort: memberSort(member),
    words: indexedWordsOf(first_name, last_name, email),
    searchIndexes: places,
  };
}

function invitationSearchEntry(invitation: InvitationRecord, reference: Key): SearchEntry | undefined {
  const { invite_id, organization_id, role, email, self } = invitation;
  if (!isWaiting(invitation) || self) return undefined;
  const places = [{ space: organizationIndexes.users(organization_id), facets: { role, status: "pending" } }];
  return { reference, sort: ageSort(invite_id), words: indexedWordsOf(email), searchIndexes: places };
}

function credentialSearchEntry(thing: Item, reference: Key): SearchEntry {
  const credential = summaryOf(thing);
  const { status, organization_id, created_by: creator, category = 0, price_cents, scech } = credential;
  const open = { category, price: (price_cents ?? 0) > 0 ? "paid" : "free", scech: scech > 0 };
  return {
    reference,
    sort: publicCredentialSort({ cred_id: credential.cred_id, organization_id }),
    words: indexedWordsOf(credential.title),
    searchIndexes: [
      { space: credentialIndexes.credentials(organization_id), facets: { status, creator } },
      ...(status === "published" && !credential.unlisted
        ? [{ space: credentialIndexes.openCredentials(), facets: open }]
        : []),
    ],
  };
}
