import type { Machine } from "../platform/machine.ts";
import type { CertificateStatus, Visibility } from "./certificate.ts";
import type { CorrectionStatus } from "./correction.ts";

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

/** What can happen to a request for a corrected name. `end`: its certificate is over, or has another name by now. */
export type CorrectionEvent = "ask" | "withdraw" | "decline" | "accept" | "end";

/** A learner's request for a corrected name. Once it is over they may ask again. */
export const correctionMachine: Machine<CorrectionStatus, CorrectionEvent> = {
  none: { ask: "waiting" },
  waiting: { withdraw: "withdrawn", decline: "declined", accept: "accepted", end: "ended" },
  withdrawn: {},
  declined: {},
  accepted: {},
  ended: {},
};
