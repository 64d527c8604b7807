import type { BadgrConnection } from "../organization/badgr-connection.ts";
import type { Machine } from "../platform/machine.ts";
import type { BadgeAward } from "./badgr.ts";

/**
 * What can happen to an organization's connection with the badge service. `connect` over another one is a new sign-in;
 * `expire`: the service took its token no longer; `forget`: its organization was deleted.
 */
export type BadgeConnectionEvent = "connect" | "expire" | "disconnect" | "forget";

/** The states of a connection with the badge service. */
export const badgeConnectionMachine: Machine<BadgrConnection["status"], BadgeConnectionEvent> = {
  none: { connect: "connected" },
  connected: { connect: "connected", expire: "expired", disconnect: "none", forget: "none" },
  expired: { connect: "connected", disconnect: "none", forget: "none" },
};

/**
 * What can happen to the award of a badge. `wait`: nothing can be done now; `fail`: the service refused it. `takeBack`: its
 * certificate is no longer good; `refuse`: the service did not revoke it; `renew`: another certificate is good instead.
 */
export type BadgeAwardEvent =
  | "begin"
  | "wait"
  | "fail"
  | "giveUp"
  | "award"
  | "takeBack"
  | "refuse"
  | "revoke"
  | "renew";

const notAwarded = {
  wait: "waiting",
  fail: "failed",
  giveUp: "given-up",
  award: "awarded",
  takeBack: "revoking",
} as const;

/**
 * The states of an award. What was given up is tried anew by a new connection; what is revoked is taken back again where
 * a late answer says that it was awarded after all.
 */
export const badgeAwardMachine: Machine<BadgeAward["status"], BadgeAwardEvent> = {
  none: { begin: "waiting" },
  waiting: notAwarded,
  failed: notAwarded,
  "given-up": notAwarded,
  awarded: { takeBack: "revoking" },
  revoking: { takeBack: "revoking", refuse: "not-revoked", revoke: "revoked" },
  "not-revoked": { takeBack: "revoking", refuse: "not-revoked", revoke: "revoked" },
  revoked: { takeBack: "revoking", renew: "waiting" },
};
