import { scheduled } from "../chain/scheduled.ts";
import { expire } from "./model/scheduled.ts";

/** Closes published credentials to new applications on the day after their date, where their organization is. */
export const handler = scheduled({ "credential-expiry": expire });
