import { ageSort, kindOf, searchIndexes } from "../data/keys.ts";
import { type SearchEntry, wordsOf } from "../data/search.ts";
import type { Item, Key } from "../data/table.ts";
import { InvitationRecord, isWaiting, OrganizationRecord } from "../organization/record.ts";
import { MembershipRecord } from "../user/record.ts";

const text = (value: unknown) => (typeof value === "string" ? value : undefined);

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
  const { user_id, organization_id, role, first_name, last_name, email } = member;
  const places = [{ space: searchIndexes.users(organization_id), facets: { role, status: "active" } }];
  return { reference, sort: ageSort(user_id), words: wordsOf(first_name, last_name, email), searchIndexes: places };
}

function invitationSearchEntry(invitation: InvitationRecord, reference: Key): SearchEntry | undefined {
  const { invite_id, organization_id, role, email, self } = invitation;
  if (!isWaiting(invitation) || self) return undefined;
  const places = [{ space: searchIndexes.users(organization_id), facets: { role, status: "pending" } }];
  return { reference, sort: ageSort(invite_id), words: wordsOf(email), searchIndexes: places };
}

function credentialSearchEntry(thing: Item, reference: Key): SearchEntry {
  const status = String(thing.status);
  const organization_id = String(thing.organization_id);
  const facets = { status, creator: String(thing.created_by) };
  const open = {
    category: Number(thing.category ?? 0),
    price: Number(thing.price_cents ?? 0) > 0 ? "paid" : "free",
    scech: Number(thing.scech ?? 0) > 0,
  };
  return {
    reference,
    sort: `${thing.cred_id}#${organization_id}`, // browsing reads the organizations beside
    words: wordsOf(text(thing.title)),
    searchIndexes: [
      { space: searchIndexes.credentials(organization_id), facets },
      ...(status === "published" && thing.unlisted !== true
        ? [{ space: searchIndexes.openCredentials(), facets: open }]
        : []),
    ],
  };
}
