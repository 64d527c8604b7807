import { Job } from "../../shared/job/job.ts";
import { jobIdOf } from "../../shared/job/rules.ts";
import { ReviewerApplication } from "../../shared/reviewer/reviewer.ts";
import { Application } from "../../shared/submission/submission.ts";
import { keys } from "../data/keys.ts";
import { batchGet, type Item, type Key } from "../data/table.ts";
import { OrganizationRecord } from "../organization/record.ts";
import { UserRecord } from "../user/record.ts";
import { idIn, type Message } from "./event.ts";

/** What there is to say about an event: the names and texts that its ids stand for, as they are now. */
export interface EventContext {
  readonly event: Message;
  readonly organizationName: string;
  /** The person of the event's `user_id`. */
  readonly personName: string;
  /** The credential's title. */
  readonly title: string;
  /** What the decider wrote, as plain sentences; empty when nothing. */
  readonly feedback: readonly string[];
  /** Who may accept the job, and who did. */
  readonly reviewers: readonly string[];
  readonly acceptor?: string;
  readonly payCents: number;
}

/** Reads the things of an event in one round; `name` stands in the place of its person's name. */
export async function readEventContext(event: Message, name?: string): Promise<EventContext> {
  const { organization_id, type } = event;
  const [user_id, cred_id, application_id] = ["user_id", "cred_id", "application_id"].map((field) =>
    idIn(event, field),
  ) as [string, string, string];
  const wanted: [name: string, key: Key | undefined][] = [
    ["organization", organization_id ? keys.organization(organization_id) : undefined],
    ["person", user_id ? keys.user(user_id) : undefined],
    ["credential", cred_id ? keys.credential(cred_id) : undefined],
    ["application", application_id ? keys.application(application_id) : undefined],
    ["job", application_id ? keys.job(jobIdOf(application_id)) : undefined],
    ["decision", type.startsWith("credential.") && cred_id ? keys.credentialDecision(cred_id) : undefined],
    ["reviewing", type.startsWith("reviewer.") ? keys.reviewerApplication(organization_id, user_id) : undefined],
  ];
  const present = wanted.filter((entry): entry is [string, Key] => entry[1] !== undefined);
  const items = await batchGet(present.map(([, key]) => key));
  const found: Record<string, Item | undefined> = Object.fromEntries(
    present.map(([name], index) => [name, items[index]]),
  );
  const { organization, person, credential, application, job, decision, reviewing } = found;
  const place = organization && OrganizationRecord.parse(organization);
  const user = person && UserRecord.parse(person);
  const reason = reviewing && ReviewerApplication.parse(reviewing).reason;
  const submission = application && Application.parse(application);
  const review = job && Job.parse(job);
  const reassigned = type === "job.reassigned" ? review?.reassign_reason : undefined;
  const written = plain(String(decision?.feedback ?? reason ?? reassigned ?? ""));
  return {
    event,
    organizationName: place?.name ?? "",
    personName: name ?? ([user?.first_name, user?.last_name].filter(Boolean).join(" ") || "Somebody"),
    title: submission?.title ?? String(credential?.title ?? ""),
    feedback: written === "" ? [] : [`They wrote: ${written}`],
    reviewers: review?.reviewers ?? [],
    ...(review?.acceptor !== undefined && { acceptor: review.acceptor }),
    payCents: review?.reviewer_pay_cents ?? 0,
  };
}

/** Rich text as one line of plain words. */
const plain = (html: string): string =>
  html
    .replace(/<[^>]*>/g, " ")
    .replace(/&nbsp;/g, " ")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, "&")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 1000);
