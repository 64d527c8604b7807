import { beginning, key } from "./key.ts";
import { byMinute, isDated } from "./submission.ts";

/** The items of money, and the question that each key answers. */
export const paymentKeys = {
  /** Of an application, or of the fee of the appeal on it. */
  payment: (application_id: string, purchase?: "application" | "appeal") =>
    key(`PAYMENT#${application_id}`, purchase === "appeal" ? "APPEAL" : "META"),
  /** Says that a payment object of a provider, or an event it reported, has had its effect. */
  providerMarker: (kind: ProviderMark, id: string) => key(`PROVIDER#${kind}#${id}`, "APPLIED"),
  /** How far the clock has come in asking the providers about open payments. */
  reconciliation: () => key("RECONCILIATION", "PLACE"),
  /** A person's product credit, and its entries. */
  credit: (user_id: string) => key(`USER#${user_id}`, "CREDIT"),
  creditEntry: (user_id: string, entry_id: string) => key(`CREDIT#${user_id}`, entry_id),
  /** The ledger of an organization's month, such as 2026-11; each entry's amounts sum to zero. */
  ledger: (organization_id: string, month: string, entry_id: string) =>
    key(`LEDGER#${organization_id}#${month}`, entry_id),
  /** A line of billing history; it lies with the person it concerns, so that both are read at once. */
  billing: (user_id: string, entry_id: string) => key(`BILLING#${user_id}`, entry_id),
  /** All lines that concern a person. */
  billingOf: (user_id: string) => ({ pk: `BILLING#${user_id}` }),
  /** What a job earned the reviewer who finished it, or (`part`) another who decided some of its sections. */
  payout: (credential_job_id: string, part?: string) =>
    key(`PAYOUT#${credential_job_id}`, part === undefined ? "META" : `PART#${part}`),
  /** A run of payouts with whom and what it pays in one partition; the run that is open, if any. */
  openPayoutRun: () => key("PAYOUTRUNS", "OPEN"),
  payoutRun: (run_id: string) => key(`PAYOUTRUN#${run_id}`, "META"),
  /** Whom a run pays, and what it pays. */
  payees: (run_id: string) => beginning(`PAYOUTRUN#${run_id}`, "PAYEE#"),
  runPayouts: (run_id: string) => beginning(`PAYOUTRUN#${run_id}`, "PAYOUT#"),
  payee: (run_id: string, user_id: string) => key(`PAYOUTRUN#${run_id}`, `PAYEE#${user_id}`),
  runPayout: (run_id: string, credential_job_id: string, part?: string) =>
    key(`PAYOUTRUN#${run_id}`, `PAYOUT#${credential_job_id}${part === undefined ? "" : `#${part}`}`),
};

/** The lists of money. */
export const paymentViews = {
  /** An organization's billing history, which stands by time; with a month such as 2026-11 what counts its lines, and lists none. */
  billing: (organization_id: string, month?: string) => `ORG#${organization_id}#billing${month ? `#${month}` : ""}`,
  /** Its lines of one kind, by month; the sums of a period say how many there are. */
  billingOfKind: (organization_id: string, kind: string) => `ORG#${organization_id}#billing-kind#${kind}`,
  /** What a person bought, wherever they did. */
  purchases: (user_id: string) => `USER#${user_id}#purchases`,
  /** All that a reviewer earned, wherever they did. */
  earnings: (user_id: string) => `USER#${user_id}#earnings`,
  /** What a reviewer earned in an organization, by {@link earnedSort}; with a month what counts it, and lists nothing. */
  payouts: (user_id: string, organization_id: string, month?: string) =>
    `USER#${user_id}#payouts#${organization_id}${month ? `#${month}` : ""}`,
  creditEntries: (user_id: string) => `USER#${user_id}#credit`,
  /** Payments under way, or whose provider has not told its fee yet; oldest first, for the reconciliation; also by organization. */
  openPayments: (organization_id?: string) =>
    organization_id === undefined ? "LIST#payments#open" : `ORG#${organization_id}#payments#open`,
  /** Pay that is due, of all organizations, for the operator's run of payouts. */
  allDuePayouts: () => "LIST#payouts#due",
  /** Reviewers' pay that an organization's work led to and that is not paid out. */
  duePayouts: (organization_id: string) => `ORG#${organization_id}#payouts#due`,
};

/** Where words of money are looked for: each a partition of its own. */
export const paymentIndexes = {
  /** Lines of billing history that learners' purchases led to. */
  billing: (organization_id: string) => `WORDS#billing#${organization_id}`,
};

/** What has its effect once: the card provider's intents and events, PayPal's orders and notifications, disputes of both. */
export type ProviderMark = "intent" | "event" | "order" | "notification" | "dispute";

interface Earned {
  readonly credential_job_id: string;
  readonly part?: string | undefined;
  readonly due_on: string;
}

/** A job's pay, or a reviewer's part of it. */
const earnedOf = ({ credential_job_id, part }: Earned): string =>
  part === undefined ? credential_job_id : `${credential_job_id}#${part}`;

/** Where a payout stands among what a reviewer earned in an organization: by when it was due, whatever its job's id is. */
export const earnedSort = (payout: Earned): string => byMinute(payout.due_on, earnedOf(payout));

/** Where a payout stands in other lists: by when it was due; parts of one job's pay by their reviewers. */
export const payoutSort = (payout: Earned): string =>
  isDated(payout.credential_job_id) ? earnedOf(payout) : earnedSort(payout);
