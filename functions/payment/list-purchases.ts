import { listPurchases } from "../../shared/payment/calls.ts";
import { implement } from "../chain/implement.ts";
import { readPurchases } from "./model/history.ts";

export const handler = implement(
  listPurchases,
  async ({ offset, limit, cursor, search, sort }, { actor: { user_id } }) => ({
    data: await readPurchases(user_id, { offset, limit, cursor, search, sort }),
  }),
);
