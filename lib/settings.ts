import { createHash } from "node:crypto";

/** What an operator decides about one stage of the product; kept in cdk.json under `settings:<stage>`. */
export interface Settings {
  /** Raised with every change, so that deploying an older commit does not undo what was decided since. */
  readonly version?: number;
  /** Short name such as `dev` or `live`; part of physical names. */
  readonly stage: string;
  readonly region: string;
  /** Unset: the account of the deploying credentials. */
  readonly account?: string;
  /** Own names in a hosted zone of this account. Unset: CloudFront's own name. */
  readonly domain?: {
    readonly portal: string;
    /**
     * The API's own name, which the distribution alone has to know: whoever finds it comes past the firewall, so that it is no
     * word that one guesses. Unset: one that follows from the zone's id.
     */
    readonly api?: string;
    readonly zoneId: string;
    readonly zoneName: string;
  };
  /**
   * The keys that sign certificates, the oldest first; the last active one signs. Unset: one where the stage has a domain,
   * and none without, as a certificate's address is for ever.
   */
  readonly signingKeys?: readonly { readonly name: string; readonly state?: "retired" | "compromised" }[];
  /** The table that the stage works on after a restore, with its stream; its own one stays beside it. */
  readonly restoredTable?: { readonly name: string; readonly streamArn: string };
  /** Raised when the user pool is lost: the stage gets another one, which `npm run rebuild-pool` fills. */
  readonly poolNumber?: number;
  /** The verified sender of all mail. */
  readonly mailFrom: string;
  /** Invitations of one imported file that are sent in a minute: what the mail service takes. 300 unless said. */
  readonly invitationsPerMinute?: number;
  /** Where alarms are mailed. */
  readonly operatorsMail?: string;
  /** What the account's month may cost in US dollars: operators are told at 80 %, and when more is foreseen. */
  readonly monthlyBudgetDollars: number;
  /** Addresses and networks (`203.0.113.7/32`, `2001:db8::/48`) that the firewall refuses, whatever they ask. */
  readonly blockedAddresses?: readonly string[];
  /** Where operators read the folder lib/runbooks/, for the links of alarms and dashboards; without a slash at its end. */
  readonly runbooksUrl?: string;
  /** Unset: the payment page says "Sandbox: no money moves". */
  readonly stripePublishableKey?: string;
  /** PayPal's keys are in its secret: the payment page offers PayPal beside the card. */
  readonly paypal?: boolean;
  /** Who pays reviewers, as agreed with the bank. Unset: a run of payouts writes its CSV and no file for the bank. */
  readonly payouts?: PayoutOriginator;
  /**
   * Unset: each uploaded file is scanned for malware, and nobody but our checks reads it before it was found clean. A reason
   * turns that off, and is told with the stack's outputs: uploads are then handed out as they came.
   */
  readonly malwareScanOffBecause?: string;
  /**
   * Super administrators, admins and issuers act only with two-step sign-in, wherever they are. Unset: organizations require
   * it of roles as they like, and nobody of super administrators.
   */
  readonly factorRequired?: boolean;
  /**
   * Lock the vault of backups so that nobody can take the lock back three days after it was made, AWS included: for a stage
   * whose data counts. Unset: whoever may change vaults can end the lock, and a stage that was only tried leaves nothing.
   */
  readonly backupsLocked?: boolean;
  /**
   * How often DynamoDB exports the table for the check of every invariant, US$ 0.10 a gigabyte each time: `weekly` from some
   * ten gigabytes on. Unset: nightly.
   */
  readonly checked?: "nightly" | "weekly";
  /** Reserve concurrency for workers; not possible in a new account with its quota of ten. */
  readonly reserveConcurrency?: boolean;
}

/** What a stage does against malware, with the reason where that is nothing. */
export function malwareScanOf({ malwareScanOffBecause: reason }: Settings): string {
  if (reason === undefined) return "each file";
  if (reason.trim().length < 10) throw new Error("malwareScanOffBecause has to say why uploads are not scanned.");
  return `off: ${reason.trim()}`;
}

/** The API's own name where a stage has a domain. Nobody outside the account knows the id of its zone. */
export function apiNameOf({ stage, domain }: Settings): string | undefined {
  if (domain === undefined) return undefined;
  const label = createHash("sha256").update(`api of ${stage} in ${domain.zoneId}`).digest("hex").slice(0, 24);
  return domain.api ?? `${label}.${domain.zoneName}`;
}

/** Where CloudFront takes its firewall and its certificates from, whatever a stage's region is. */
export const edgeRegion = "us-east-1";

/** The names of a stage's stacks, in the order of their making: a stage may stand in two regions, whose edges stand in one. */
export const stackNames = ({ stage, region }: Pick<Settings, "stage" | "region">) => ({
  edge: `Laurel-${stage}-edge-${region}`,
  main: `Laurel-${stage}`,
  portal: `Laurel-${stage}-portal`,
});

/** Who sends files of payments: the bank that takes them in (nine digits and a name), and the company as it knows it. */
export interface PayoutOriginator {
  readonly bankRouting: string;
  readonly bankName: string;
  readonly companyId: string;
  readonly companyName: string;
}

/** Settings of a stage for which cdk.json says nothing: enough to synthesize, in the default region, without a domain. */
export const defaultSettings = (stage: string): Settings => ({
  stage,
  region: process.env.CDK_DEFAULT_REGION ?? process.env.AWS_REGION ?? edgeRegion,
  account: process.env.CDK_DEFAULT_ACCOUNT,
  mailFrom: "no-reply@laurel.example",
  monthlyBudgetDollars: 100,
});
