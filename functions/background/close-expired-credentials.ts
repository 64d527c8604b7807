import { expire } from "../credential/by-clock.ts";
import { clockwork } from "./clockwork.ts";

/** Closes published credentials to new applications on the day after their date, where their organization is. */
export const handler = clockwork({ "credential-expiry": expire });
