import type { Machine } from "../platform/machine.ts";

/** What is stored of an endpoint's state. */
export type EndpointState = "active" | "off";
/** What can happen to an endpoint; `giveUp` is ours, the others an admin's. */
export type EndpointEvent = "make" | "turnOff" | "giveUp" | "turnOn" | "remove";

/** The states of an endpoint: one that is off misses what happens, and may be turned on again. */
export const endpointMachine: Machine<EndpointState, EndpointEvent> = {
  none: { make: "active" },
  active: { turnOff: "off", giveUp: "off", remove: "none" },
  off: { turnOn: "active", remove: "none" },
};
