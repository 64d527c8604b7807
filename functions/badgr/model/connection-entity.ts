import { badgeConnectionMachine } from "../../../shared/badgr/states.ts";
import { certificateKeys } from "../../data/keys/certificate.ts";
import { entity, goneAs } from "../../data/transition.ts";
import type { StoredConnection } from "./record.ts";

/** An organization's connection with the badge service. A new sign-in makes it another one, a renewed token does not. */
export const badgeConnectionEntity = entity<StoredConnection>()({
  machine: badgeConnectionMachine,
  key: ({ organization_id }) => certificateKeys.badgrConnection(organization_id),
  unchanged: ({ connection_id }) => ({ connection_id }),
  auditIds: ({ organization_id }) => ({ organization_id, subject_id: organization_id }),
  records: {
    connect: "badgr.connected",
    expire: "badgr.expired",
    disconnect: "badgr.disconnected",
    forget: { recordedBy: ["organization.deleted"] },
  },
  auditStates: ({ event, ...states }) => (event === "connect" ? { to: states.to } : goneAs("disconnected")(states)),
});
