import { listBanks } from "../../shared/reviewer/calls.ts";
import { implement } from "../chain/implement.ts";
import { reviewerKeys } from "../data/keys/reviewer.ts";
import { get } from "../data/table.ts";
import { accountOf, BankRecord } from "./model/bank.ts";
import { banks } from "./model/banks.ts";

export const handler = implement(listBanks, async (_, { actor }) => {
  const record = await get(BankRecord, reviewerKeys.bank(actor.user_id));
  return {
    data: { banks: banks.map(([bank_id, name]) => ({ bank_id, name })), account: record ? accountOf(record) : null },
  };
});
