import type { Machine } from "../platform/machine.ts";
import type { CertificateStatus, Visibility } from "./certificate.ts";

/**
 * What can happen to a certificate. `issue`: it is earned, or takes the place of another; `sign`: its credential stands at
 * its address; `expire`: its validity is over; `replace`: another takes its place under a corrected name.
 */
export type CertificateEvent = "issue" | "sign" | "expire" | "revoke" | "replace";

/** The states of a certificate. Who finds it is no state: its visibility stands beside it. */
export const certificateMachine: Machine<CertificateStatus, CertificateEvent> = {
  none: { issue: "awaitingSignature" },
  awaitingSignature: { sign: "active", expire: "expired", revoke: "revoked", replace: "replaced" },
  active: { expire: "expired", revoke: "revoked", replace: "replaced" },
  expired: { revoke: "revoked", replace: "replaced" },
  revoked: {},
  replaced: {},
};

/** What can happen to a certificate's visibility, but for its erasure. */
export type VisibilityEvent = "issue" | "hide" | "show";

/** Whether a certificate is shown to whoever has its address. What it says never changes. */
export const visibilityMachine: Machine<Visibility, VisibilityEvent> = {
  none: { issue: "shown" },
  shown: { hide: "hidden" },
  hidden: { show: "shown" },
  erased: {},
};
