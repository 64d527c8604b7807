import * as z from "zod";
import "./sentences.ts";

/** What is said of a cursor that no list gave. */
export const cursorMessage = "Use the previous page’s cursor.";

/** The cursor of a position in a list: an id, a time or a number, as base64url. */
export const cursorOf = (position: string): string =>
  btoa(position).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

/** The position a cursor stands for; undefined when it is none of {@link cursorOf}'s making. */
export function positionOf(cursor: string): string | undefined {
  if (!/^[\w-]+$/.test(cursor) || cursor.length % 4 === 1) return undefined;
  const position = atob(cursor.replaceAll("-", "+").replaceAll("_", "/"));
  return /^[\x20-\x7e]+$/.test(position) ? position : undefined;
}

/** The cursor of a former page, as a list call takes it. */
export const Cursor = z
  .string()
  .max(500)
  .refine((cursor) => positionOf(cursor) !== undefined, cursorMessage);
