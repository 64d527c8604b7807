import Button from "@cloudscape-design/components/button";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import type { PurchaseName, Receipt } from "../../../shared/payment/payment.ts";
import { brand } from "../../../shared/platform/brand.ts";
import * as paths from "../../../shared/platform/paths.ts";
import { api } from "../../api/client.ts";
import { useSession } from "../../session/session.tsx";
import { date, money } from "../../ui/look/format.ts";
import { KeyValues } from "../../ui/look/key-values.tsx";
import { useTitle } from "../../ui/title.ts";
import "./receipt.css";

const methods = { card: "Paid by card", paypal: "Paid with PayPal", credit: "Paid" } as const;

/** `/mySubmissions/:id/receipt`: what was paid for an application. */
export const Page = () => <ReceiptShown purchase="application" />;

/** What was paid to whom, for print or as a PDF from the browser's print dialog. */
export function ReceiptShown({ purchase }: { readonly purchase: PurchaseName }) {
  const { id = "" } = useParams();
  const { organization_id } = useSession();
  const { data: receipt } = useSuspenseQuery(
    api.payment.readReceipt.query({ organization_id, application_id: id, purchase }),
  );
  const { number, paid_on, payer, organization, title } = receipt;
  useTitle(`Receipt ${number}, ${title}`);
  return (
    <div className="receipt-page">
      <p className="receipt-tools">
        {purchase === "appeal" ? (
          <Link to={paths.appeal(id)}>← Your appeal</Link>
        ) : (
          <Link to={paths.mySubmission(id)}>← Your submission</Link>
        )}
        <Button variant="primary" iconName="file" onClick={() => print()}>
          Print or save as PDF
        </Button>
      </p>
      <article className="receipt">
        <header>
          <h1>Receipt</h1>
          <div className="receipt-facts">
            <KeyValues
              items={[
                { label: "Receipt number", value: number },
                { label: "Date paid", value: date(paid_on) },
              ]}
            />
          </div>
        </header>
        <div className="receipt-parties">
          <section>
            <h2>Paid by</h2>
            <p>{payer.name}</p>
            <p>{payer.email}</p>
          </section>
          <section>
            <h2>Paid to</h2>
            <p>{organization.name}</p>
            {organization.address ? <p className="receipt-address">{organization.address}</p> : null}
            {organization.phone ? <p>{organization.phone}</p> : null}
            {organization.domain_url ? <p>{organization.domain_url}</p> : null}
            <p className="receipt-soft">via {brand.company}</p>
          </section>
        </div>
        <Lines
          receipt={receipt}
          title={purchase === "appeal" ? `Appeal: ${title}` : `Application and review: ${title}`}
        />
        <State receipt={receipt} />
      </article>
    </div>
  );
}

function Lines({ receipt, title }: { readonly receipt: Receipt; readonly title: string }) {
  const { price, credit, amount, method } = receipt;
  return (
    <table className="receipt-lines figures">
      <caption>All amounts are in US dollars.</caption>
      <thead>
        <tr>
          <th scope="col">For</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>{title}</td>
          <td>{money(price)}</td>
        </tr>
        {credit > 0 ? (
          <tr>
            <td>Product credit</td>
            <td>−{money(credit)}</td>
          </tr>
        ) : null}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{methods[method]}</th>
          <td>{money(amount)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function State({ receipt: { status, credited_on } }: { readonly receipt: Receipt }) {
  if (status === "credited") return <p>Refunded as product credit on {date(credited_on)}.</p>;
  if (status === "lost") return <p>Returned to the payer after a dispute.</p>;
  if (status === "disputed") return <p>This payment is disputed.</p>;
  return <p className="receipt-soft">Paid in full. All sales are final. Refunds are issued as product credit.</p>;
}
