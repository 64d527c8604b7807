import { idOf } from "../../../data/keys/key.ts";
import { isOf, kinds } from "../../../data/keys/kinds.ts";
import { paymentKeys } from "../../../data/keys/payment.ts";
import type { Invariant } from "./invariant.ts";
import type { Item } from "./item.ts";
import type { LedgerRow } from "./table.ts";

/** The invariant of payment providers: I12. */
export const providers: readonly Invariant[] = [
  {
    id: "I12",
    says: "an event or object of a provider has its effect once",
    within: {
      application({ audits }, verify) {
        const purchaseOf = (row: Item) => [row.subject_id, row.purchase].filter(Boolean).join(" ");
        for (const [name, rows] of Map.groupBy(audits.filter(isPaid), purchaseOf))
          verify(rows.length === 1, `${name} was paid ${rows.length} times`);
      },
      dispute({ ledger, of, get }, verify, { isMarked }) {
        if (!isMarked) return;
        const fees = Map.groupBy(ledger, ({ dispute_id }) => String(dispute_id));
        for (const id of new Set([...fees.keys(), ...of(kinds.disputeMarker).map(({ pk }) => idOf(pk))])) {
          const booked = (fees.get(id) ?? []).reduce((all, { entry }) => all - (entry.fees ?? 0), 0);
          const known = get(paymentKeys.providerMarker("dispute", id))?.fee_cents;
          verify(booked === known, `dispute ${id}: fees of ${booked} in the ledger, ${known} known`);
        }
      },
    },
    each(item, verify) {
      if (isOf(kinds.providerMarker, item)) verify(typeof item.at === "string", `${item.pk} has no time`);
    },
    *adds(item) {
      if (isOf(kinds.intentMarker, item) || isOf(kinds.orderMarker, item)) yield { name: "objects", is: 1 };
      const { event, entry } = item as Item & LedgerRow;
      if (isOf(kinds.ledger, item) && (event === "sale" || event === "duplicate") && (entry.cash ?? 0) > 0)
        yield { name: "objects", ought: 1 };
    },
    compare({ is = 0, ought = 0 }, verify, { isMarked }) {
      if (isMarked) verify(is === ought, `${is} objects of providers had ${ought} effects`);
    },
  },
];

const isPaid = ({ type }: Item): boolean => type === "payment.paid";
