import { Problem } from "../../shared/http/problem.ts";
import { bankHoldHours } from "../../shared/reviewer/bank.ts";
import { saveBank } from "../../shared/reviewer/calls.ts";
import { implement } from "../chain/implement.ts";
import { encrypt } from "../clients/encryption.ts";
import { audit } from "../data/audit.ts";
import { now } from "../data/ids.ts";
import { reviewerKeys } from "../data/keys/reviewer.ts";
import { change, create } from "../data/steps.ts";
import { get } from "../data/table.ts";
import { clock } from "../runtime/clock.ts";
import { type AccountSecret, accountOf, BankRecord, bankName } from "./model/bank.ts";

/** Keeps the caller's account. A change (not the first account) is held for some days; either is told by mail. */
export const handler = implement(saveBank, async (input, { actor, organization_id, commit }) => {
  const { user_id } = actor;
  if (input.user_id !== undefined && input.user_id !== user_id) throw new Problem("resource.not-found");
  const { bank_id, account_holder, account_type, aba, account_number, address } = input;
  if (bankName(bank_id) === undefined) {
    throw new Problem("input.invalid", { message: "Bank Required", fields: { bank_id: "Bank Required" } });
  }
  const secret: AccountSecret = { aba, account_number, address };
  const [before, sealed] = await Promise.all([
    get(BankRecord, reviewerKeys.bank(user_id)),
    encrypt(JSON.stringify(secret), { purpose: "bank", owner: user_id }),
  ]);
  const heldUntil = new Date(clock.now() + bankHoldHours * 3_600_000).toISOString();
  const record = {
    user_id,
    bank_id,
    account_holder,
    account_type,
    sealed,
    updated_on: now(),
    last4: account_number.slice(-4),
    ...(before && { held_until: heldUntil }),
  };
  const otherwise = new Problem("state.changed");
  return commit(
    [
      before
        ? change(reviewerKeys.bank(user_id), { set: record }, { where: { version: before.version }, otherwise })
        : create(reviewerKeys.bank(user_id), record, { otherwise }),
      audit(before ? "bank.changed" : "bank.saved", {
        organization_id,
        actor_id: user_id,
        subject_id: user_id,
        user_id,
      }),
    ],
    { data: accountOf({ ...record, version: 1 }) },
  );
});
