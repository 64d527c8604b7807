import type { Machine } from "../platform/machine.ts";
import type { CertificateStatus } from "./certificate.ts";

/**
 * What can happen to a certificate. `issue`: it is earned, or takes the place of another; `sign`: its credential stands at
 * its address; `replace`: another takes its place under a corrected name.
 */
export type CertificateEvent = "issue" | "sign" | "revoke" | "replace";

/** The states of a certificate. Who finds it is no state: its visibility stands beside it. */
export const issuedCertificateMachine: Machine<CertificateStatus, CertificateEvent> = {
  none: { issue: "awaitingSignature" },
  awaitingSignature: { sign: "active", revoke: "revoked", replace: "replaced" },
  active: { revoke: "revoked", replace: "replaced" },
  revoked: {},
  replaced: {},
};
