import * as z from "zod";

/** The one session that went on when two-step sign-in was turned on, of those that began before: both in epoch seconds. */
export const SessionLeft = z.object({ began: z.number(), before: z.number() });

/** Whether a session that began then was ended by its person turning two-step sign-in on in another. */
export const isEndedByFactor = (
  { session_left: left }: { readonly session_left?: z.output<typeof SessionLeft> | undefined },
  authTime: number,
): boolean => left !== undefined && authTime < left.before && authTime !== left.began;
