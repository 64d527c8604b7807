import { summaryOf } from "../credential/summary.ts";
import { ageSort, kindOf, publicCredentialSort, searchIndexes } from "../data/keys.ts";
import { type SearchEntry, wordsOf } from "../data/search.ts";
import type { Item, Key } from "../data/table.ts";
import { InvitationRecord, isWaiting, OrganizationRecord } from "../organization/record.ts";
import { MembershipRecord } from "../user/record.ts";

/** How a thing is to be found, by what it is; undefined when it is not to be found any more. */
export function searchEntryOf(thing: Item): SearchEntry | undefined {
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
    default:
      return undefined;
  }
}

function organizationSearchEntry(
  { organization_id, name, status }: OrganizationRecord,
  reference: Key,
): SearchEntry | undefined {
  if (status !== "active" && status !== "archived") return undefined;
  const places = [{ space: searchIndexes.organizations(), facets: { archived: status === "archived" } }];
  return { reference, sort: organization_id, words: wordsOf(name), searchIndexes: places };
}

function memberSearchEntry(member: MembershipRecord, reference: Key): SearchEntry {
  const { user_id, organization_id, role, status, first_name, last_name, email } = member;
  const places = [{ space: searchIndexes.users(organization_id), facets: { role, status } }];
  return { reference, sort: ageSort(user_id), words: wordsOf(first_name, last_name, email), searchIndexes: places };
}

function invitationSearchEntry(invitation: InvitationRecord, reference: Key): SearchEntry | undefined {
  const { invite_id, organization_id, role, email, self } = invitation;
  if (!isWaiting(invitation) || self) return undefined;
  const places = [{ space: searchIndexes.users(organization_id), facets: { role, status: "pending" } }];
  return { reference, sort: ageSort(invite_id), words: wordsOf(email), searchIndexes: places };
}

function credentialSearchEntry(thing: Item, reference: Key): SearchEntry {
  const credential = summaryOf(thing);
  const { status, organization_id, created_by: creator, category = 0, price_cents, scech } = credential;
  const open = { category, price: (price_cents ?? 0) > 0 ? "paid" : "free", scech: scech > 0 };
  return {
    reference,
    sort: publicCredentialSort({ cred_id: credential.cred_id, organization_id }),
    words: wordsOf(credential.title),
    searchIndexes: [
      { space: searchIndexes.credentials(organization_id), facets: { status, creator } },
      ...(status === "published" && !credential.unlisted
        ? [{ space: searchIndexes.openCredentials(), facets: open }]
        : []),
    ],
  };
}
