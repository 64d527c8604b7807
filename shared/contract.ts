import * as appeal from "./appeal/calls.ts";
import * as auth from "./auth/calls.ts";
import * as factors from "./auth/factor-calls.ts";
import * as badgr from "./badgr/calls.ts";
import * as anchors from "./calibration/anchor-calls.ts";
import * as calibration from "./calibration/calls.ts";
import * as consent from "./calibration/consent-calls.ts";
import * as certificate from "./certificate/calls.ts";
import * as corrections from "./certificate/correction-calls.ts";
import * as evidence from "./certificate/evidence-calls.ts";
import * as ownCertificates from "./certificate/own-calls.ts";
import * as applicants from "./credential/applicant-calls.ts";
import * as credential from "./credential/calls.ts";
import * as drafts from "./credential/draft-calls.ts";
import * as lookups from "./credential/lookup-calls.ts";
import * as file from "./file/calls.ts";
import * as fileParts from "./file/part-calls.ts";
import type { Call } from "./http/call.ts";
import * as key from "./key/calls.ts";
import * as calendar from "./organization/calendar-calls.ts";
import * as organization from "./organization/calls.ts";
import * as reports from "./organization/report-calls.ts";
import * as roles from "./organization/role-calls.ts";
import * as payment from "./payment/calls.ts";
import * as platform from "./platform/calls.ts";
import * as quality from "./quality/calls.ts";
import * as lookBack from "./quality/look-back-calls.ts";
import * as adjudication from "./review/adjudication-calls.ts";
import * as review from "./review/calls.ts";
import * as comments from "./review/comment-calls.ts";
import * as overview from "./review/overview-calls.ts";
import * as verdicts from "./review/verdict-calls.ts";
import * as reviewerApplications from "./reviewer/application-calls.ts";
import * as reviewer from "./reviewer/calls.ts";
import * as reviewers from "./reviewer/list-calls.ts";
import * as roster from "./roster/calls.ts";
import * as submission from "./submission/calls.ts";
import * as tie from "./tie/calls.ts";
import * as declarations from "./tie/declaration-calls.ts";
import * as user from "./user/calls.ts";
import * as webhook from "./webhook/calls.ts";
import * as deliveries from "./webhook/delivery-calls.ts";
import * as endpoints from "./webhook/endpoint-calls.ts";

/** Every call of the product, by domain and name. */
export const contract = {
  organization: { ...organization, ...roles, ...reports, ...calendar },
  user,
  auth: { ...auth, ...factors },
  file: { ...file, ...fileParts },
  roster,
  credential: { ...credential, ...drafts, ...applicants, ...lookups },
  reviewer: { ...reviewer, ...reviewerApplications, ...reviewers },
  tie: { ...tie, ...declarations },
  submission,
  calibration: { ...calibration, ...anchors, ...consent },
  payment,
  review: { ...review, ...verdicts, ...adjudication, ...overview, ...comments },
  appeal,
  quality: { ...quality, ...lookBack },
  certificate: { ...certificate, ...evidence, ...ownCertificates, ...corrections },
  badgr,
  key,
  webhook: { ...webhook, ...endpoints, ...deliveries },
  platform,
} as const;

/** The contract's type. */
export type Contract = typeof contract;
/** A domain: one word, one folder under shared/, functions/, web/ and test/. */
export type Domain = keyof Contract;

type Named<D extends Domain> = {
  [N in keyof Contract[D]]: Contract[D][N] extends { readonly route: string } ? `${D}.${N & string}` : never;
}[keyof Contract[D]];
/** A call by its full name, such as `credential.publish`. */
export type CallName = { [D in Domain]: Named<D> }[Domain];

/** A call with its names: `file` is its name in kebab-case, as its handler's file is called. */
export interface NamedCall {
  readonly domain: Domain;
  readonly name: string;
  readonly file: string;
  readonly call: Call;
}

/** Lists the calls of a contract, by its domains and then by name. What a calls module exports besides calls is left out. */
export function callsOf(all: Record<string, object> = contract): NamedCall[] {
  return Object.entries(all).flatMap(([domain, calls]) =>
    Object.entries(calls)
      .sort(([one], [other]) => (one < other ? -1 : 1)) // a module's exports are in this order, but not in every test runner
      .filter(([, call]) => typeof call === "object" && call !== null && "route" in call && "allow" in call)
      .map(([name, call]) => ({ domain: domain as Domain, name, file: kebab(name), call: call as Call })),
  );
}

/** `requestPasswordReset` → `request-password-reset`. */
function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
