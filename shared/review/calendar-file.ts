import { dateIn } from "../credential/rules.ts";
import type { DecisionDue } from "../submission/submission.ts";

/** What an entry of a calendar is made of. */
export interface DueEntry {
  readonly credential_job_id: string;
  readonly title: string;
  readonly decision: Pick<DecisionDue, "due_on" | "timezone">;
  /** The page of the review. */
  readonly url: string;
  readonly nowMs: number;
}

const escaped = (text: string): string => text.replace(/[\\;,]/g, "\\$&").replace(/\r?\n/g, "\\n");

/** A line of at most 75 octets, going on in further ones that begin with a space. */
function folded(line: string): string {
  const encoder = new TextEncoder();
  const lines = [""];
  let octets = 0;
  for (const character of line) {
    const length = encoder.encode(character).length;
    if (octets + length > 75) {
      lines.push(" ");
      octets = 1;
    }
    lines[lines.length - 1] += character;
    octets += length;
  }
  return lines.join("\r\n");
}

const compact = (date: string): string => date.replaceAll("-", "");

/** An iCalendar file (RFC 5545) with the day a decision is due on, all day; saved again it takes the former one's place. */
export function dueCalendar({ credential_job_id, title, decision, url, nowMs }: DueEntry): string {
  const day = dateIn(decision.timezone, Date.parse(decision.due_on));
  const next = new Date(Date.parse(`${day}T12:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  const stamp = new Date(nowMs).toISOString().replace(/[-:]|\.\d{3}/g, "");
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Laurel//Review//EN",
    "BEGIN:VEVENT",
    `UID:${credential_job_id}@laurel`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${compact(day)}`,
    `DTEND;VALUE=DATE:${compact(next)}`,
    `SUMMARY:${escaped(`Decision due: ${title}`)}`,
    `URL:${url}`,
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}
