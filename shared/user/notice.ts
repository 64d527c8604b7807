import * as z from "zod";
import { Timestamp } from "../http/fields.ts";

/** Days a notice is kept. */
export const noticeDays = 365;

/** A notice to one person: what happened, and the portal's page that shows it. */
export const Notice = z.object({
  /** The id of the notice. */
  notice_id: z.string(),
  /** The event it tells of, `thing.what-happened`. */
  type: z.string(),
  title: z.string(),
  text: z.string(),
  /** A path of the portal. */
  link: z.string().optional(),
  organization_id: z.string().optional(),
  created_on: Timestamp,
  /** It was marked as read. */
  read: z.boolean(),
});
export type Notice = z.infer<typeof Notice>;
