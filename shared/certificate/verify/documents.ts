import { type AddressRules, allowedAddress } from "./address.ts";
import { type Ask, NoAnswer } from "./ask.ts";
import { parseDocument } from "./document.ts";
import { type CheckName, type Json, Refusal } from "./verdict.ts";

/** Where the documents come from that a credential names: their hosts, or a package that was given with it. */
export interface Documents {
  /** A document that must be there. Throws a `Refusal`: `unreachable`, or `malformed` for an address nobody may ask. */
  read(url: string, check: CheckName, what: string): Promise<Json>;
  /** A document that may not be there: undefined for 404 and 410. */
  readOptional(url: string, check: CheckName, what: string): Promise<Json | undefined>;
  readonly rules: AddressRules;
  /** Whether any document came out of the package. */
  readonly fromPackage: boolean;
}

/** Reads each document once. `packaged` ones, by address, stand in for those that do not answer. */
export function documentsFrom(
  ask: Ask | undefined,
  packaged: ReadonlyMap<string, string>,
  rules: AddressRules,
): Documents {
  const answers = new Map<string, Promise<string | undefined>>();
  let fromPackage = false;

  async function text(url: string, check: CheckName, what: string): Promise<string | undefined> {
    try {
      if (!ask) throw new NoAnswer(`${new URL(url).host} wasn’t contacted`);
      const { status, bytes } = await ask(url);
      if (status === 404 || status === 410 || status === 403) return undefined;
      if (status !== 200) throw new NoAnswer(`${new URL(url).host} responded with an error (${status})`);
      return new TextDecoder().decode(bytes);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      const copy = packaged.get(url);
      if (copy === undefined) throw new Refusal("unreachable", check, `${what} couldn’t be read: ${error.message}.`);
      fromPackage = true;
      return copy;
    }
  }
  const documents: Documents = {
    rules,
    get fromPackage() {
      return fromPackage;
    },
    async readOptional(address, check, what) {
      const url = allowedAddress(address, rules, check).href;
      const answer = answers.get(url) ?? text(url, check, what);
      answers.set(url, answer);
      const found = await answer;
      return found === undefined ? undefined : unreadableIsUnreachable(() => parseDocument(found, check, what));
    },
    async read(address, check, what) {
      const found = await documents.readOptional(address, check, what);
      if (found) return found;
      throw new Refusal("unreachable", check, `${what} is no longer at ${new URL(address).host}.`);
    },
  };
  return documents;
}

/** What a host answers may be nonsense without the credential being any worse. */
function unreadableIsUnreachable<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof Refusal ? new Refusal("unreachable", error.check, error.message) : error;
  }
}
