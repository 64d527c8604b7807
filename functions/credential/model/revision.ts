import * as z from "zod";
import { Section } from "../../../shared/credential/credential.ts";
import { Problem } from "../../../shared/http/problem.ts";
import { credentialKeys, credentialPartOf } from "../../data/keys/credential.ts";
import type { Key } from "../../data/keys/key.ts";
import { create, type Step } from "../../data/steps.ts";
import { queryAll } from "../../data/table.ts";
import {
  payCentsOf,
  StoredCredential,
  type StoredCriteria,
  type StoredDetails,
  type StoredSection,
  type WholeCredential,
} from "./record.ts";
import { contentOf } from "./store.ts";

const Snapshot = StoredCredential.extend({ reviewer_pay_cents: z.number() });

/** A published revision: what applications made under it are held to, whatever is edited later. Money in cents. */
export interface Revision {
  readonly cred_id: string;
  readonly revision: number;
  readonly organization_id: string;
  readonly issuer_name: string;
  readonly title: string;
  /** Hours of credit; 0 where there are none. */
  readonly scech: number;
  /** For how many months its certificates are valid; absent where they hold for good. */
  readonly validity_months?: number | undefined;
  /** The path of the badge's picture, its own or the one that was drawn of it; empty where it is older than those. */
  readonly badge: string;
  readonly details: StoredDetails;
  readonly criteria?: StoredCriteria;
  readonly sections: Section[];
  readonly price_cents: number;
  /** What renewing a certificate costs. */
  readonly renewal_price_cents: number;
  readonly reviewer_pay_cents: number;
  readonly hourly_rate_cents: number;
  readonly review_minutes: number;
}

/** A stored section as it travels. */
export const sectionOf = (
  { cred_id, organization_id }: Pick<StoredCredential, "cred_id" | "organization_id">,
  { position: _, ...section }: StoredSection,
): Section => Section.parse({ ...section, cred_id, credential_id: cred_id, organization_id, time_req_unit: "minutes" });

/** The steps that keep a credential as its revision `credential.revision`, never to be written again. */
export function snapshotSteps({ credential, details, criteria, sections }: WholeCredential): Step[] {
  const { cred_id, revision } = credential;
  const otherwise = new Problem("credential.changed");
  const keep = (key: Key, item: object) => create(key, { ...item }, { otherwise });
  const meta = { ...credential, reviewer_pay_cents: payCentsOf(credential) };
  return [
    keep(credentialKeys.revision(cred_id, revision, "META"), meta),
    keep(credentialKeys.revision(cred_id, revision, "DETAILS"), details),
    ...(criteria ? [keep(credentialKeys.revision(cred_id, revision, "CRITERIA"), criteria)] : []),
    ...sections.map((section) => keep(credentialKeys.revisionSection(cred_id, revision, section.section_id), section)),
  ];
}

/** Reads a published revision in one query; undefined when there is none. */
export async function readRevision(cred_id: string, revision: number): Promise<Revision | undefined> {
  const items = await queryAll(credentialKeys.revisionParts(cred_id, revision));
  const meta = items.find((item) => credentialPartOf(item) === "META");
  if (!meta) return undefined;
  const credential = Snapshot.parse(meta);
  const { details, criteria, sections } = contentOf(items);
  return {
    cred_id,
    revision,
    organization_id: credential.organization_id,
    issuer_name: credential.issuer_name,
    title: credential.title,
    scech: credential.scech,
    validity_months: credential.validity_months,
    badge: credential.badgrImage || (credential.badge ?? ""),
    details,
    criteria,
    sections: sections.map((section) => sectionOf(credential, section)),
    price_cents: credential.price_cents ?? 0,
    renewal_price_cents: credential.renewal_price_cents ?? credential.price_cents ?? 0,
    reviewer_pay_cents: credential.reviewer_pay_cents,
    hourly_rate_cents: credential.hourly_rate_cents,
    review_minutes: credential.review_minutes,
  };
}
