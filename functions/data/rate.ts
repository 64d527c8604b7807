import { Problem } from "../../shared/http/problem.ts";
import { waitInWords } from "../../shared/http/wait.ts";
import { clock } from "../runtime/clock.ts";
import type { Key } from "./keys/key.ts";
import { platformKeys } from "./keys/platform.ts";
import { change, remove, type Step } from "./steps.ts";
import type { Item } from "./table.ts";

/** How often something may happen: at most `max` times in a window of `windowSeconds`. */
export interface Limit {
  readonly max: number;
  readonly windowSeconds: number;
}

/** The limits of the product: shared/README.md, "Throttles". */
export const limits = {
  signInsPerAccount: { max: 10, windowSeconds: 900 },
  signInsPerSource: { max: 100, windowSeconds: 900 },
  /** Of an address where it has signed in before: strangers cannot use them up. */
  signInsPerDevice: { max: 10, windowSeconds: 900 },
  passwordChangesPerUser: { max: 10, windowSeconds: 900 },
  /** Of the own second factor: passwords and first codes that are tried. */
  factorChangesPerUser: { max: 10, windowSeconds: 900 },
  mailRequestsPerSource: { max: 100, windowSeconds: 3600 },
  /** Of one source to one address; so whoever asks for another cannot use up their mails. */
  resetMailsPerSource: { max: 2, windowSeconds: 3600 },
  resetMailsPerRecipient: { max: 3, windowSeconds: 3600 },
  signUpMailsPerSource: { max: 2, windowSeconds: 3600 },
  signUpMailsPerRecipient: { max: 3, windowSeconds: 3600 },
  invitationMailsPerRecipient: { max: 3, windowSeconds: 3600 },
  resendsPerInvitation: { max: 3, windowSeconds: 3600 },
  tieChangesPerUser: { max: 5, windowSeconds: 86_400 },
  correctionsPerCertificate: { max: 5, windowSeconds: 86_400 },
  uploadsPerUser: { max: 200, windowSeconds: 3600 },
  recordingsPerUser: { max: 60, windowSeconds: 86_400 },
  exportsPerOrganization: { max: 3, windowSeconds: 60 },
  sheetsPerOrganization: { max: 30, windowSeconds: 60 },
  evidencePerSource: { max: 120, windowSeconds: 3600 },
  policyViolationsPerSource: { max: 20, windowSeconds: 3600 },
  invitationsPerOrganization: { max: 200, windowSeconds: 86_400 },
  webhooksByHand: { max: 30, windowSeconds: 60 },
  importsPerOrganization: { max: 20, windowSeconds: 3600 },
  importedPerOrganization: { max: 10_000, windowSeconds: 86_400 },
} as const satisfies Record<string, Limit>;

/** What a limit is counted by. */
export type LimitName = keyof typeof limits;

/** Where is counted what is limited, to be read beforehand with {@link isUsedUp}; {@link consumeRate} decides. */
export const rateKey = (name: LimitName, of: string): Key => {
  const window = Math.floor(clock.seconds() / limits[name].windowSeconds);
  return platformKeys.rate(`${name}#${of}`, String(window));
};

/** The refusal of what happened too often; it says when the limit's window ends. */
export function rateExceeded(name: LimitName): Problem {
  const { windowSeconds } = limits[name];
  const retryAfterSeconds = windowSeconds - (clock.seconds() % windowSeconds);
  const message = `Too many attempts. Try again in ${waitInWords(retryAfterSeconds)}.`;
  return new Problem("rate.exceeded", { message, retryAfterSeconds });
}

/**
 * Counts `by` more of what is limited; the transaction is refused with `otherwise` when that is too many. Of several
 * limits in one transaction the first that is reached refuses it: those of a source stand before those of a recipient.
 */
export function consumeRate(
  name: LimitName,
  of: string,
  { by = 1, otherwise = rateExceeded(name) }: { by?: number; otherwise?: Problem } = {},
): Step {
  const { max, windowSeconds } = limits[name];
  return change(
    rateKey(name, of),
    { add: { used: by }, set: { ttl: clock.seconds() + 2 * windowSeconds } },
    { orCreate: true, where: { used: { below: max - by + 1 } }, otherwise },
  );
}

/** Whether `by` more are too many for what was counted until now. */
export const isUsedUp = (name: LimitName, counter: Item | undefined, by = 1): boolean =>
  Number(counter?.used ?? 0) + by > limits[name].max;

/** Takes one of what was counted back. */
export const returnRate = (name: LimitName, of: string): Extract<Step, { kind: "write" }> =>
  change(rateKey(name, of), { add: { used: -1 } }, { orCreate: true });

/** Forgets what was counted in this window. */
export const forget = (name: LimitName, of: string): Extract<Step, { kind: "write" }> => remove(rateKey(name, of));
