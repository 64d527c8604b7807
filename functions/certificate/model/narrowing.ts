import type { CertificateFilter } from "../../../shared/certificate/certificate.ts";
import { beginningOf } from "../../../shared/organization/timezone.ts";
import { certificateIndexes, certificateViews } from "../../data/keys/certificate.ts";
import { wordsOf } from "../../data/search.ts";

/** Which certificates of an organization: in one state or with a name to correct, of one credential, of some days, or those that a search finds. */
export interface WantedCertificates {
  readonly status: CertificateFilter;
  readonly search?: string | undefined;
  readonly credential_id?: string | undefined;
  /** The first day (YYYY-MM-DD) on which they were earned, where the organization is. */
  readonly from?: string | undefined;
  /** The last such day. */
  readonly to?: string | undefined;
}

/** The word by which all certificates of a credential are found: its id without what all ids begin with. */
export const credentialWord = (cred_id: string): string => wordsOf(cred_id).at(-1)!;

/**
 * What is to be read for them: the list of a state, or with `text` the words to look up in it. Days are the sort keys that
 * lie between their first moment and the last.
 */
export function narrowingOf(
  { organization_id, timezone }: { readonly organization_id: string; readonly timezone: string },
  { status, search, credential_id, from, to }: WantedCertificates,
) {
  const facets = status === "all" ? {} : status === "nameAsked" ? { nameAsked: true } : { status };
  const words = [...(credential_id ? [credentialWord(credential_id)] : []), ...(search ? [search] : [])].join(" ");
  const text = search && wordsOf(search).length === 0 ? search : words; // of signs alone nothing is found
  const dayAfter = to && new Date(Date.parse(`${to}T00:00:00.000Z`) + 86_400_000).toISOString().slice(0, 10);
  const between: readonly [string, string] | undefined =
    from || dayAfter
      ? [from ? beginningOf(timezone, from) : "0", dayAfter ? beginningOf(timezone, dayAfter) : "~"]
      : undefined;
  return {
    text: text || undefined,
    between,
    view: certificateViews.certificates(organization_id, status),
    space: certificateIndexes.certificates(organization_id),
    facets,
  };
}
