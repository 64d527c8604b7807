import type { CertificateFilter } from "../../../shared/certificate/certificate.ts";
import type { Facet } from "../../data/search.ts";

/** What a search of certificates is narrowed by, as the list is. */
export const facetsOf = (filter: CertificateFilter): Record<string, Facet> =>
  filter === "all" ? {} : filter === "nameAsked" ? { nameAsked: true } : { status: filter };
