import { publicPrefix } from "../../../shared/http/call.ts";
import { eventDays } from "../../../shared/webhook/feed.ts";
import { clock } from "../../runtime/clock.ts";
import { environment } from "../../runtime/environment.ts";

/** When what is kept of an event goes, in epoch seconds. */
export const eventEnd = (): number => clock.seconds() + eventDays * 86_400;

/** The address of the public calls. */
export const apiAddress = (): string => `${environment("PORTAL_ORIGIN")}/api${publicPrefix}`;
