import { readCredit } from "../../shared/payment/calls.ts";
import { dollars } from "../../shared/platform/money.ts";
import { implement } from "../chain/implement.ts";
import { paymentKeys, paymentViews } from "../data/keys/payment.ts";
import { listPage } from "../data/list.ts";
import { batchGet } from "../data/table.ts";
import { Credit, CreditRecord } from "./model/credit.ts";

export const handler = implement(readCredit, async ({ offset, limit, cursor }, { actor: { user_id } }) => {
  const [[stored], { items, ...page }] = await Promise.all([
    batchGet([paymentKeys.credit(user_id)]),
    listPage({ view: paymentViews.creditEntries(user_id), offset, limit, cursor }),
  ]);
  const credit = Credit.parse(stored ?? { user_id });
  const entries = items.map((item) => {
    const { cents, ...entry } = CreditRecord.parse(item);
    return { ...entry, amount: dollars(cents) };
  });
  return { data: { balance: dollars(credit.balance_cents), held: dollars(credit.held_cents), entries, ...page } };
});
