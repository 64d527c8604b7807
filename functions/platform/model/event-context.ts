import { Certificate } from "../../../shared/certificate/certificate.ts";
import { archiveEnd } from "../../../shared/organization/rules.ts";
import { defaultTimezone } from "../../../shared/organization/timezone.ts";
import { Payment } from "../../../shared/payment/payment.ts";
import { receiptNumber } from "../../../shared/payment/rules.ts";
import { Job } from "../../../shared/review/job.ts";
import { firstJobOf } from "../../../shared/review/rules.ts";
import { ReviewerApplication } from "../../../shared/reviewer/reviewer.ts";
import { Application } from "../../../shared/submission/submission.ts";
import { factorResetDays } from "../../../shared/user/factor-reset.ts";
import { idIn, type Message } from "../../chain/event.ts";
import { daysAfter } from "../../data/deadlines.ts";
import { certificateKeys } from "../../data/keys/certificate.ts";
import { credentialKeys } from "../../data/keys/credential.ts";
import type { Key } from "../../data/keys/key.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { paymentKeys } from "../../data/keys/payment.ts";
import { reviewerKeys } from "../../data/keys/reviewer.ts";
import { submissionKeys } from "../../data/keys/submission.ts";
import { webhookKeys } from "../../data/keys/webhook.ts";
import { batchGet, type Item } from "../../data/table.ts";
import { OrganizationRecord } from "../../organization/model/record.ts";
import { reviseBy } from "../../submission/model/decision.ts";
import { UserRecord } from "../../user/model/record.ts";

/** What there is to say about an event: the names and texts that its ids stand for, as they are now. */
export interface EventContext {
  readonly event: Message;
  readonly organizationName: string;
  /** Its address and telephone, as far as it tells them. */
  readonly organizationContact: readonly string[];
  /** The day of the event where the organization is, in words. */
  readonly day: string;
  /** The person of the event's `user_id`. */
  readonly personName: string;
  /** The credential's title. */
  readonly title: string;
  /** The path of the credential's badge as a picture; "" where there is none. */
  readonly badge: string;
  /** What the decider wrote, as plain sentences; empty when nothing. */
  readonly feedback: readonly string[];
  /** The job that reviews the submission; "" where there is none. */
  readonly jobId: string;
  /** Who may accept the job, and who did. */
  readonly reviewers: readonly string[];
  readonly acceptor?: string;
  readonly payCents: number;
  /** The review has ended because its application was closed. */
  readonly isWithdrawn: boolean;
  /** The day the decision is due that the job waits for, in words; "" where none was promised. */
  readonly decisionBy: string;
  /** The same as its learner was promised, which is earlier where the reviewer took more time. */
  readonly promisedBy: string;
  /** Of an archived organization: the day until which what was begun may be finished, in words. */
  readonly finishBy: string;
  /** Until when evidence for a disputed payment is taken, in words; "" where it is not known. */
  readonly evidenceBy: string;
  /** When the learner's revision closes if nothing is saved before, in words; "" where none is asked for any more. */
  readonly reviseBy: string;
  /** The day a certificate ends where it was earned, or a key where its organization is, in words; "" where it holds for good. */
  readonly validUntil: string;
  /** The credential takes applications. */
  readonly isOpen: boolean;
  /** What the admin wrote when they refunded. */
  readonly refundReason: string;
  /** Of a payment. */
  readonly receiptNumber: string;
  /** When two-step sign-in is turned off that this was asked about, in words; "" in any other event. */
  readonly turnsOffAt: string;
  /** The name of the event's key. */
  readonly keyName: string;
  /** The host of the event's endpoint; "" where it is gone. */
  readonly endpointHost: string;
}

function certificateIn(event: Message): Key | undefined {
  const certificate_id = idIn(event, "certificate_id");
  return certificate_id ? certificateKeys.certificate(certificate_id) : undefined;
}

function endpointIn(event: Message): Key | undefined {
  const endpoint_id = idIn(event, "endpoint_id");
  return endpoint_id ? webhookKeys.endpoint(event.organization_id, endpoint_id) : undefined;
}

const paymentKeyIn = (event: Message, application_id: string): Key =>
  paymentKeys.payment(application_id, idIn(event, "purchase") === "appeal" ? "appeal" : "application");

/** Reads the things of an event in one round, and the job in another where the event does not name it; `name` stands in the place of its person's name. */
export async function readEventContext(event: Message, name?: string): Promise<EventContext> {
  const { organization_id, type } = event;
  const [user_id, cred_id, application_id] = ["user_id", "cred_id", "application_id"].map((field) =>
    idIn(event, field),
  ) as [string, string, string];
  const named = idIn(event, "credential_job_id");
  const wanted: [name: string, key: Key | undefined][] = [
    ["organization", organization_id ? organizationKeys.organization(organization_id) : undefined],
    ["person", user_id ? organizationKeys.user(user_id) : undefined],
    ["credential", cred_id ? credentialKeys.credential(cred_id) : undefined],
    ["application", application_id ? submissionKeys.application(application_id) : undefined],
    ["job", named ? submissionKeys.job(named) : undefined],
    ["payment", type.startsWith("payment.") && application_id ? paymentKeyIn(event, application_id) : undefined],
    ["decision", type.startsWith("credential.") && cred_id ? credentialKeys.credentialDecision(cred_id) : undefined],
    ["certificate", certificateIn(event)],
    ["key", type.startsWith("key.") ? organizationKeys.apiKey(idIn(event, "key_id")) : undefined],
    ["endpoint", endpointIn(event)],
    [
      "reviewing",
      type.startsWith("reviewer.") ? reviewerKeys.reviewerApplication(organization_id, user_id) : undefined,
    ],
  ];
  const present = wanted.filter((entry): entry is [string, Key] => entry[1] !== undefined);
  const items = await batchGet(present.map(([, key]) => key));
  const found: Record<string, Item | undefined> = Object.fromEntries(
    present.map(([name], index) => [name, items[index]]),
  );
  const { organization, person, credential, application, payment, decision, reviewing, certificate } = found;
  const place = organization && OrganizationRecord.parse(organization);
  const user = person && UserRecord.parse(person);
  const reason = reviewing && ReviewerApplication.parse(reviewing).reason;
  const submission = application && Application.parse(application);
  const jobId = named || (submission && firstJobOf(submission)) || "";
  const [job] = found.job || jobId === "" ? [found.job] : await batchGet([submissionKeys.job(jobId)]);
  const review = job && Job.parse(job);
  const promise = review?.seat === "appeal" ? (review.seat_due ?? review.due) : submission?.due;
  const reassigned = type === "job.reassigned" ? review?.reassign_reason : undefined;
  const revision = submission && reviseBy(submission);
  const issued = certificate && Certificate.parse(certificate);
  const declined = type === "certificate.correction-declined" ? issued?.correction?.declined_because : undefined;
  const revoked = declined ?? issued?.revoked_because;
  const written = plain(String(decision?.feedback ?? reason ?? reassigned ?? revoked ?? ""));
  const ends = certificate?.valid_until ?? found.key?.expires_on;
  return {
    event,
    organizationName: place?.name ?? "",
    organizationContact: [place?.address, place?.phone].flatMap((each) => each || []),
    day: dayIn(place?.timezone ?? defaultTimezone, event.at),
    personName: name ?? ([user?.first_name, user?.last_name].filter(Boolean).join(" ") || "Someone"),
    title: submission?.title ?? review?.title ?? String(credential?.title ?? ""),
    badge: submission?.badge || String(credential?.badgrImage || (credential?.badge ?? "")),
    feedback: written === "" ? [] : [`Their message: ${written}`],
    jobId,
    reviewers: review?.reviewers ?? [],
    ...(review?.acceptor !== undefined && { acceptor: review.acceptor }),
    payCents: review?.reviewer_pay_cents ?? 0,
    decisionBy: review?.due ? weekdayIn(review.due.timezone, review.due.due_on) : "",
    promisedBy: promise ? weekdayIn(promise.timezone, promise.due_on) : "",
    isWithdrawn: review?.status === "withdrawn",
    finishBy: place?.archived_at ? dayIn(place.timezone, archiveEnd(place.archived_at)) : "",
    evidenceBy: payment?.evidence_due_on
      ? dayIn(place?.timezone ?? defaultTimezone, String(payment.evidence_due_on))
      : "",
    reviseBy: revision ? momentIn(place?.timezone ?? defaultTimezone, revision) : "",
    isOpen: credential?.status === "published",
    validUntil: ends ? dayIn(String(certificate?.earned_in ?? place?.timezone ?? defaultTimezone), String(ends)) : "",
    receiptNumber: payment ? receiptNumber(Payment.parse(payment)) : application_id,
    turnsOffAt:
      type === "user.factor-reset-asked"
        ? momentIn(place?.timezone ?? defaultTimezone, daysAfter(event.at, factorResetDays))
        : "",
    keyName: String(found.key?.name ?? ""),
    endpointHost: found.endpoint ? new URL(String(found.endpoint.address)).host : "",
    refundReason: plain(String(payment?.refund_reason ?? "")),
  };
}

/** A moment as the day it is there: November 22, 2026. */
const dayIn = (timeZone: string, at: string): string =>
  new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone }).format(new Date(at));

/** A moment to the minute, as it is there: November 22, 2026 at 9:05 AM EST. */
const momentIn = (timeZone: string, at: string): string =>
  new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "long", timeZone })
    .format(new Date(at))
    .replace(/(:\d\d):\d\d/, "$1");

/** A near day as it is there: Thursday, July 16. */
const weekdayIn = (timeZone: string, at: string): string =>
  new Intl.DateTimeFormat("en-US", { weekday: "long", month: "long", day: "numeric", timeZone }).format(new Date(at));

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
