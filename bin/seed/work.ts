import { contract } from "../../shared/contract.ts";
import { offerOpened } from "./client.ts";
import { type SeedDocument, type SeedRecording, uploaded } from "./files.ts";
import type { Session } from "./session.ts";

const { credential, payment, submission, review } = contract;
const card = { number: "4242424242424242", exp_month: 12, exp_year: 2099, cvc: "123" };

/** What a learner gives for one section, in the order of the sections; `undefined` leaves it empty. */
export interface SeedAnswer {
  readonly response?: string;
  readonly links?: readonly string[];
  readonly document?: SeedDocument;
  readonly recording?: SeedRecording;
}

/** A reviewer's verdict on one section; `marks` of a table say which criteria are achieved. */
export interface SeedVerdict {
  readonly verdict: "accept" | "reject";
  readonly grade: string;
  readonly feedback: string;
  readonly marks?: readonly boolean[];
  /** They reject it although its points are enough. */
  readonly confirmed?: boolean;
}

/** An application with the ids of its sections, in order. */
export interface Begun {
  readonly application_id: string;
  readonly credential_id: string;
  readonly section_ids: readonly string[];
}

/** Applies, and pays with the sandbox's good card where there is a price. */
export async function begin(learner: Session, credential_id: string): Promise<Begun> {
  const { application_id, status } = await learner.ask(credential.apply, { credential_id });
  if (status === "applied") await pay(learner, credential_id);
  const { sections } = await learner.ask(submission.read, { credential_id });
  return { application_id, credential_id, section_ids: sections.map(({ section_id }) => section_id) };
}

/** Pays for an application, or for the appeal on it, with the sandbox's good card. */
export async function pay(learner: Session, credential_id: string, purchase?: "appeal"): Promise<void> {
  const bought = { credential_id, purchase };
  await learner.ask(payment.saveBilling, bought);
  const { stripe_id, client_secret } = await learner.ask(payment.readCardSecret, bought);
  const typed = await learner.send("POST", `/sandbox/stripe/payment_intents/${stripe_id}/confirm`, {
    body: JSON.stringify({ client_secret, ...card }),
    headers: { "content-type": "application/json" },
  });
  if (typed.status !== 200) throw new Error(`The sandbox refused the card: ${typed.text}`);
  await learner.ask(payment.charge, { ...bought, stripe_id });
}

interface AnswerOptions {
  readonly is_draft?: boolean;
  readonly with_findings?: boolean;
  /** Where the credential asks whether AI tools were used. */
  readonly declaration?: SeedDeclaration | undefined;
}

/** What a learner says of AI tools. */
export interface SeedDeclaration {
  readonly used: boolean;
  readonly tools?: string;
  readonly parts?: string;
  readonly changes?: string;
}

/**
 * Answers sections; `is_draft` only saves, `with_findings` lets the certificate say what the review will find. Answers the
 * id of the job that reviews it.
 */
export async function answer(
  learner: Session,
  { application_id, credential_id, section_ids }: Begun,
  answers: readonly (SeedAnswer | undefined)[],
  { is_draft = false, with_findings, declaration }: AnswerOptions = {},
): Promise<string> {
  const sections = [];
  for (const [index, given] of answers.entries()) {
    if (given === undefined) continue;
    const { response = "", links = [], document, recording } = given;
    const attachments = [];
    for (const file of [document, recording]) {
      if (file) attachments.push(await uploaded(learner, "submissions", file));
    }
    sections.push({ section_id: section_ids[index]!, response, links: [...links], attachments });
  }
  const { credential_job_id = "" } = await learner.ask(submission.submit, {
    application_id,
    credential_id,
    sections,
    is_draft,
    ...(with_findings !== undefined && { with_findings }),
    ...(declaration && { declaration }),
  });
  if (!is_draft) await offerOpened(learner);
  return credential_job_id;
}

/** Accepts the submission's job and grades its sections in order; `active_seconds` is the time at work that its page measured. */
export async function grade(
  reviewer: Session,
  { section_ids, credential_job_id }: Begun & { readonly credential_job_id: string },
  verdicts: readonly SeedVerdict[],
  active_seconds?: number,
): Promise<void> {
  await reviewer.ask(review.accept, { credential_job_id });
  for (const [index, { verdict, marks = [], ...said }] of verdicts.entries())
    await reviewer.ask(verdict === "accept" ? review.acceptSection : review.rejectSection, {
      ...said,
      credential_job_id,
      credential_section_id: section_ids[index]!,
      section_rubric: marks.map((achieved, at) => ({ criteria_id: String(at + 1), achieved })),
      ...(active_seconds !== undefined && { active_seconds }),
    });
}
