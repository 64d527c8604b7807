import * as z from "zod";
import { Problem } from "../../../shared/http/problem.ts";
import { waitInWords } from "../../../shared/http/wait.ts";
import { decrypt, encrypt } from "../../clients/encryption.ts";
import { audit } from "../../data/audit.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { change, type Step } from "../../data/steps.ts";
import { get, transact } from "../../data/table.ts";
import { clock } from "../../runtime/clock.ts";
import { ResetRecord, stopSteps } from "./factor-reset.ts";
import { recoveryHash, stepOf } from "./one-time-code.ts";

/** So many wrong codes in a row cost nothing; then the pause is as long as a code lives, and doubles with each one more. */
const FREE_TRIES = 4;
const PAUSE_SECONDS = 30;
const PAUSE_SECONDS_MAX = 900;

/** A person's second factor. */
export const FactorRecord = z.object({
  user_id: z.string(),
  /** The secret, encrypted for this person. */
  sealed: z.string(),
  since: z.string(),
  /** The half minute of the code used last: no code is good twice. */
  last_step: z.number(),
  /** Hashes of the recovery codes that have not been used. */
  recovery: z.array(z.string()),
  /** Wrong codes in a row, and until when (in epoch seconds) none is looked at. */
  wrong: z.number(),
  paused_until: z.number(),
  devices: z.array(
    z.object({
      device_id: z.string(),
      /** Of what its cookie has. */
      hash: z.string(),
      name: z.string(),
      remembered_on: z.string(),
      expires_on: z.string(),
    }),
  ),
  /** It is to be turned off for its person; absent otherwise. */
  reset: ResetRecord.optional(),
  version: z.number(),
});
export type FactorRecord = z.infer<typeof FactorRecord>;

/** The second factor of a person; undefined when they have none. */
export const readFactor = (user_id: string): Promise<FactorRecord | undefined> =>
  get(FactorRecord, organizationKeys.factor(user_id));

/** Encrypts a secret for its person, and for this purpose alone. */
export const seal = (secret: Buffer, user_id: string): Promise<string> =>
  encrypt(secret.toString("base64"), { purpose: "factor", owner: user_id });

/** Opens what {@link seal} gave. */
export const unseal = async (sealed: string, user_id: string): Promise<Buffer> =>
  Buffer.from(await decrypt(sealed, { purpose: "factor", owner: user_id }), "base64");

/** What a code that was right changes of the factor, to be written on condition of its version. */
export interface Accepted {
  readonly by: "app" | "recovery";
  readonly set: Partial<FactorRecord>;
  /**
   * What goes with it: whoever has the app has lost nothing, so a reset is stopped. A recovery code leaves it be, and its
   * person hears that it was used.
   */
  readonly steps: readonly Step[];
}

/**
 * Looks at a code. A wrong one is counted before anybody hears that it is wrong, and a right one is good only with the
 * caller's transaction on this version: of tries at once one alone is told what it came to.
 */
export async function acceptedCode(factor: FactorRecord, code: string): Promise<Accepted> {
  const { user_id, version, wrong } = factor;
  const wait = factor.paused_until - clock.seconds();
  if (wait > 0) {
    const message = `Too many attempts. Try again in ${waitInWords(wait)}.`;
    throw new Problem("rate.exceeded", { message, retryAfterSeconds: wait });
  }
  const accepted = await meaningOf(factor, code);
  if (accepted) return accepted;
  const pause = wrong < FREE_TRIES ? 0 : Math.min(PAUSE_SECONDS * 2 ** (wrong - FREE_TRIES), PAUSE_SECONDS_MAX);
  const set = { wrong: wrong + 1, paused_until: clock.seconds() + pause };
  await transact([change(organizationKeys.factor(user_id), { set }, onVersion({ version }))]);
  throw new Problem("auth.wrong-code", { field: "code" });
}

/** What a write of the factor hangs on. */
export const onVersion = ({ version }: Pick<FactorRecord, "version">) => ({
  where: { version },
  otherwise: new Problem("state.changed"),
});

async function meaningOf(factor: FactorRecord, code: string): Promise<Accepted | undefined> {
  const { user_id, recovery, last_step } = factor;
  const rested = { wrong: 0, paused_until: 0 };
  const step = stepOf(await unseal(factor.sealed, user_id), code);
  if (step === last_step) throw new Problem("auth.wrong-code", { field: "code" }); // sent twice, which is no guess
  if (step !== undefined && step > last_step)
    return {
      by: "app",
      set: { ...rested, last_step: step, reset: undefined },
      steps: stopSteps(factor, user_id),
    };
  const hash = recoveryHash(user_id, code);
  if (step !== undefined || !recovery.includes(hash)) return undefined;
  return {
    by: "recovery",
    set: { ...rested, recovery: recovery.filter((each) => each !== hash) },
    steps: [audit("user.recovery-code-used", { organization_id: "", actor_id: user_id, subject_id: user_id, user_id })],
  };
}
