import { listBanks } from "../../shared/reviewer/calls.ts";
import { keys } from "../data/keys.ts";
import { get } from "../data/table.ts";
import { implement } from "../runtime/implement.ts";
import { accountOf, BankRecord } from "./bank.ts";
import { banks } from "./banks.ts";

export const handler = implement(listBanks, async (_, { actor }) => {
  const record = await get(BankRecord, keys.bank(actor.user_id));
  return {
    data: { banks: banks.map(([bank_id, name]) => ({ bank_id, name })), account: record ? accountOf(record) : null },
  };
});
