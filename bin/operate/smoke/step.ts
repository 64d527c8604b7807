import { optionalEnvironment } from "../../../functions/runtime/environment.ts";
import type { Reply } from "../../seed/client.ts";
import type { Fixture, Member } from "./fixture.ts";
import { type Tester, testerAt } from "./person.ts";

/** One thing that the smoke test proves. */
export interface Step {
  readonly name: string;
  readonly proves: string;
  /** What to do where it fails. */
  readonly otherwise: string;
  /** It takes as long as AWS does, where it is asked for: its time is none of the run's {@link secondsOf}. */
  readonly isTimeless?: true;
  /** Why there is nothing to look at: the stage has none of it, or an earlier step made none. Undefined where there is. */
  absent?(course: Course): string | undefined;
  /** Throws where it is not so; answers what somebody has to look at themselves, if anything. */
  look(course: Course): Promise<string | undefined>;
}

/** What the steps are told, and what earlier ones leave for later ones. */
export interface Course extends Fixture {
  /** Where alarms are mailed. */
  readonly operatorsMail: string | undefined;
  /** What not every run does: people get a mail of it, or it takes minutes and is kept. */
  readonly tries: { readonly alarm: boolean; readonly backup: boolean };
  admin?: Member;
  reviewer?: Member;
  invite_id?: string;
  isSignedUp?: true;
  /** When a wrong password was refused, in epoch milliseconds by the clock of who refused it: a count follows. */
  refusedAt?: number;
  /** The key of an upload that the learner hands in. */
  upload?: string;
  isReviewerAccepted?: true;
  /** What the learner has paid for. */
  bought?: Begun;
  /** When the last section was accepted, in epoch milliseconds: notices and the certificate follow. */
  acceptedAt?: number;
}

/** An application that is worked on. */
export interface Begun {
  readonly credential_id: string;
  readonly application_id: string;
}

/** How long steps took together, in seconds, without those that take as long as AWS does. */
export const secondsOf = (taken: ReadonlyMap<Step, number>): number =>
  [...taken].reduce((sum, [{ isTimeless }, seconds]) => (isTimeless ? sum : sum + seconds), 0);
/** Why there is nothing to look at where nobody was made. */
export const noPeople = ({ admin }: Course) => (admin ? undefined : "nobody is there who could invite");
/** Why there is nothing to look at where nobody has signed up. */
export const noLearner = ({ isSignedUp }: Course) => (isSignedUp ? undefined : "nobody has signed up");
/** Why there is nothing to look at where the local cloud is tried, which has no such service unless its address is named. */
export const absentLocally = (service: string, lacks: string) =>
  optionalEnvironment("AWS_ENDPOINT_URL_DYNAMODB") && !optionalEnvironment(`AWS_ENDPOINT_URL_${service}`)
    ? `the local cloud ${lacks}`
    : undefined;
/** Throws where a call is answered otherwise than it ought to be. */
export const refused = (reply: Reply, status: number, what: string): void => {
  if (reply.status !== status) throw new Error(`${what} is answered ${reply.status}, not ${status}: ${reply.text}`);
};
/** Who was invited and has signed up. */
export const learnerIn = ({ origin, learner, organization_id }: Course): Tester =>
  testerAt(origin, learner, organization_id);
