/**
 * A state machine as one table: where each event leads from each state. `none` is before a thing exists and after it is
 * gone. What is not in the table may not happen. An event that leads back to its own state changes the thing, not its state.
 */
export type Machine<State extends string, Event extends string> = Readonly<
  Record<State | "none", Readonly<Partial<Record<Event, State | "none">>>>
>;

/** Where an event leads from a state; undefined when it may not happen there. */
export const nextState = <State extends string, Event extends string>(
  machine: Machine<State, Event>,
  from: State | "none",
  event: Event,
): State | "none" | undefined => machine[from][event];
