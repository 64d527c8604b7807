import * as z from "zod";
import type { Credential } from "../../../shared/credential/credential.ts";
import type { IssuerProfile } from "../../../shared/reviewer/calls.ts";
import type { Actor } from "../../chain/actor.ts";
import type { Item } from "../../data/table.ts";
import { OrganizationRecord } from "../../organization/model/record.ts";

const StoredIssuerProfile = z.object({
  organization_id: z.string(),
  organization_name: z.string(),
  overview: z.string(),
  is_internal: z.boolean(),
  image: z.string(),
});

/** An issuer's account page as it was saved, the organization's present particulars in it where it is internal. */
export function issuerProfileOf(item: Item | undefined, { organization }: Actor): IssuerProfile | undefined {
  const profile = item && StoredIssuerProfile.parse(item);
  return profile?.is_internal && organization ? { ...profile, ...internalOf(organization) } : profile;
}

/** What an internal issuer's account page takes from the organization. */
export function internalOf(organization: object) {
  const { name, description, logo } = OrganizationRecord.parse(organization);
  return { organization_name: name, overview: description, image: logo ?? "" };
}

/** Who wrote a credential, for those who read it; nobody but the organization where their account page is internal. */
export function authorOf(item: Item | undefined): Credential["author"] {
  const profile = item && StoredIssuerProfile.parse(item);
  if (!profile || profile.is_internal) return undefined;
  return { name: profile.organization_name, overview: profile.overview, image: profile.image };
}
