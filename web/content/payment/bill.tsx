import { purchaseOf } from "../../../shared/payment/rules.ts";
import { money } from "../../ui/look/format.ts";

/** What is to be paid, in dollars. */
export interface Bill {
  readonly price: number;
  readonly credit: number;
  readonly amount_due: number;
}

/** What is to be paid by credit and beside it, as far as is known before it is asked. */
export function estimate(price: number, balance: number): Bill {
  const { creditCents, dueCents } = purchaseOf(Math.round(price * 100), Math.round(balance * 100));
  return { price, credit: creditCents / 100, amount_due: dueCents / 100 };
}

/** The amounts of a bill. */
export function BillLines({ bill }: { readonly bill: Bill }) {
  return (
    <dl className="bill figures">
      <div>
        <dt>Price</dt>
        <dd>{money(bill.price)}</dd>
      </div>
      {bill.credit > 0 ? (
        <div>
          <dt>Your product credit</dt>
          <dd>−{money(bill.credit)}</dd>
        </div>
      ) : null}
      <div className="bill-due">
        <dt>Total due</dt>
        <dd>{money(bill.amount_due)} USD</dd>
      </div>
    </dl>
  );
}
