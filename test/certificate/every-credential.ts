import { isOf, kinds } from "../../functions/data/keys/kinds.ts";
import { credentialPath } from "../../shared/certificate/addresses.ts";
import { Certificate } from "../../shared/certificate/certificate.ts";
import { type Ask, limitedAsk } from "../../shared/certificate/verify/ask.ts";
import { parseDocument } from "../../shared/certificate/verify/document.ts";
import { verify } from "../../shared/certificate/verify/verify.ts";
import { schemaFaults } from "./schema.ts";

/** What came of looking at credentials: how many, and what is wrong with them, one line each. */
export interface Examined {
  /** Those that are served. */
  readonly count: number;
  /** Certificates that ought to be signed and are not. */
  readonly unsigned: readonly string[];
  readonly faults: readonly string[];
}

/**
 * Looks at every credential that a world serves of the certificates among these items: what 1EdTech's schema has against
 * it, and whether verifying it `now` comes to what is stored of it.
 */
export async function everyCredential(
  origin: string,
  items: readonly Record<string, unknown>[],
  now = new Date(),
): Promise<Examined> {
  const all = items
    .filter((item) => isOf(kinds.certificate, item as never))
    .map((item) => Certificate.parse(item))
    .filter(({ visibility, status }) => visibility !== "erased" && status !== "replaced");
  const unsigned = all.filter(({ signed }) => !signed).map(({ certificate_id }) => certificate_id);
  const certificates = all.filter(({ signed, visibility }) => signed && visibility === "shown");
  const ask = askedOnce(limitedAsk(fetch));
  const faults: string[] = [];
  for (const { certificate_id, status } of certificates) {
    const { status: answered, bytes } = await ask(origin + credentialPath(certificate_id));
    if (answered !== 200) {
      faults.push(`${certificate_id} is not served: ${answered}`);
      continue;
    }
    const credential = parseDocument(new TextDecoder().decode(bytes), "document", certificate_id);
    const { reason, sentence } = await verify(credential, { ask, localhost: true, now });
    const wanted = status === "active" ? "valid" : "revoked";
    if (reason !== wanted) faults.push(`${certificate_id} is ${reason} instead of ${wanted}: ${sentence}`);
    faults.push(...schemaFaults(credential).map((fault) => `${certificate_id}${fault}`));
  }
  return { count: certificates.length, unsigned, faults };
}

/** Asks each address once: many credentials have one issuer and one list. */
function askedOnce(ask: Ask): Ask {
  const answers = new Map<string, ReturnType<Ask>>();
  return (url) => {
    const answer = answers.get(url) ?? ask(url);
    answers.set(url, answer);
    return answer;
  };
}
