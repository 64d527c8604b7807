import Alert from "@cloudscape-design/components/alert";
import Box from "@cloudscape-design/components/box";
import Button from "@cloudscape-design/components/button";
import SpaceBetween from "@cloudscape-design/components/space-between";
import Tiles from "@cloudscape-design/components/tiles";
import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import type { PurchaseName } from "../../../shared/payment/payment.ts";
import type { Submission } from "../../../shared/submission/submission-views.ts";
import { ApiError } from "../../api/api-error.ts";
import { api } from "../../api/client.ts";
import { configuration } from "../../api/configuration.ts";
import { queries, write } from "../../api/queries.ts";
import { useSession } from "../../session/session.tsx";
import { flash } from "../../ui/dialogs/flash.ts";
import { draftAt } from "../../ui/forms/drafts.ts";
import { useSubmit } from "../../ui/forms/use-submit.ts";
import { money } from "../../ui/look/format.ts";
import { PageHeader } from "../../ui/look/page-header.tsx";
import { Panel } from "../../ui/look/panel.tsx";
import { PageSkeleton } from "../../ui/look/skeleton.tsx";
import type { ConfirmCard, PayFault } from "./pay-card.ts";
import { PayPalForm } from "./pay-paypal.tsx";
import { SandboxCardForm } from "./pay-sandbox-form.tsx";
import "./pay.css";
import { type Bill, BillLines, estimate } from "./bill.tsx";
import { faultOf, NotPaid, outcomeOf, requirePaid } from "./pay-outcome.ts";

const StripeCardForm = lazy(() => import("./pay-stripe-form.tsx"));

/** What became of an act of paying: it is paid, or the person goes on to pay on another page. */
type Paid = "paid" | "elsewhere";

/** A card payment that was handed to the provider, and when. */
interface BegunCharge {
  readonly stripe_id: string;
  readonly at: number;
}

/** How long after that it may still be under way, and how often it is asked about. */
const chargeLastsMs = 600_000;

const chargeAskMs = 1000;

const chargeAsksMax = 15;

const isUnfinished = (error: unknown) => error instanceof ApiError && error.code === "payment.not-finished";

/** Keeps an act pending while the browser leaves this document. */
const untilLeft = () => new Promise<never>(() => {});

/** The provider's own script runs only in a document that was loaded for this page: its policy alone allows it. */
const loadedHere = () => {
  const [entry] = performance.getEntriesByType("navigation");
  return entry !== undefined && new URL(entry.name).pathname === location.pathname;
};

/** What is bought, and what the page says of it. */
export interface Buying {
  readonly purchase: PurchaseName;
  /** In dollars. */
  readonly price: number;
  /** What is said above, and beside the amounts. */
  readonly description: string;
  readonly bought: string;
  readonly back: { readonly to: string; readonly text: string };
  /** How not to buy it. */
  readonly withdraw: ReactNode;
  /** Where it goes on once it is paid, and what is said then. */
  readonly next: string;
  readonly paidWords: string;
}

/** Pays for something of a submission, by credit, card or PayPal. */
export function Pay({ submission, buying }: { readonly submission: Submission; readonly buying: Buying }) {
  const { cred_id, issuer_name } = submission;
  const { price } = buying;
  const { organization_id, user } = useSession();
  const asked = api.submission.read.query({ organization_id, credential_id: cred_id });
  const purchase = { organization_id, credential_id: cred_id, purchase: buying.purchase };
  const go = useNavigate();
  const { data: config } = useSuspenseQuery({
    queryKey: ["configuration"],
    queryFn: configuration,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data: credit } = useSuspenseQuery(api.payment.readCredit.query({ organization_id, limit: 1 }));
  /** A purchase under way holds its credit already; the bill of one that credit does not finish may be asked for. */
  const underWay = useMutation(api.payment.saveBilling.mutation());
  const isBegun = buying.purchase === "appeal"; // sending it in began its payment
  const [asks] = useState(isBegun || (credit.held > 0 && credit.balance < price));
  const ask = underWay.mutate;
  useEffect(() => {
    if (asks) ask({ organization_id, credential_id: cred_id, purchase: buying.purchase });
  }, [asks, ask, organization_id, cred_id, buying.purchase]);
  const [changed, setChanged] = useState<Bill>();
  const bill = changed ?? underWay.data ?? estimate(price, credit.balance);
  const [back, setBack] = useSearchParams();
  const [cameBack] = useState(() => ({ how: back.get("paypal"), order_id: back.get("token") ?? "" }));
  const [method, setMethod] = useState<"card" | "paypal">(cameBack.how ? "paypal" : "card");
  const byPayPal = config.paypal !== undefined && method === "paypal";

  const onStripe = config.payments === "stripe";
  const reloads = onStripe && !byPayPal && bill.amount_due > 0 && !loadedHere();
  useEffect(() => {
    if (reloads) location.reload();
  }, [reloads]);

  /** One way to pay at a time. */
  const paying = useSubmit<() => Promise<Paid>, Paid, PayFault>({
    send: (pay) =>
      pay().catch((error) => outcomeOf(error, buying, () => queries.fetchQuery({ ...asked, staleTime: 0 }))),
    onDone: (outcome) => {
      if (outcome === "elsewhere") return untilLeft();
      flash("success", buying.paidWords);
      const { next } = buying;
      if (!onStripe) return go(next, { replace: true });
      location.assign(next);
      return untilLeft();
    },
    explain: faultOf,
  });
  const { submit, pending: busy, fault, clear } = paying;
  const [begun] = useState(() =>
    draftAt<BegunCharge>({ kind: "charge", about: isBegun ? `${cred_id} appeal` : cred_id, kept: "tab" }),
  );

  /** Begins to pay; true when that finished it. Throws when the amount is not what the page says. */
  const begin = async (): Promise<boolean> => {
    const begun = await write(api.payment.saveBilling, purchase);
    if (begun.status === "paid") return true;
    setChanged(begun);
    if (begun.amount_due === bill.amount_due) return false;
    throw new NotPaid(
      `The amount is now ${money(begun.amount_due)}`,
      "You weren’t charged. Check the amount, then pay.",
    );
  };

  const pay = (confirm?: ConfirmCard) =>
    submit(async () => {
      if ((await begin()) || !confirm) return "paid";
      const secret = await write(api.payment.readCardSecret, purchase);
      begun.keep({ stripe_id: secret.stripe_id, at: Date.now() });
      try {
        await confirm(secret);
        requirePaid(await write(api.payment.charge, { ...purchase, stripe_id: secret.stripe_id }), buying);
      } finally {
        begun.drop();
      }
      return "paid";
    });

  /** The page was loaded anew while a card was being charged: what became of it is asked for until it is known. */
  const [resumed] = useState(() => {
    const left = begun.read();
    return left && Date.now() - left.at < chargeLastsMs ? left : undefined;
  });
  const resume = useRef(() =>
    submit(async () => {
      for (let asked = 0; asked < chargeAsksMax; asked++) {
        const outcome = await write(api.payment.charge, { ...purchase, stripe_id: resumed?.stripe_id ?? "" }).catch(
          (error) => (isUnfinished(error) ? "unfinished" : Promise.reject(error)),
        );
        if (outcome !== "unfinished") {
          begun.drop();
          requirePaid(outcome, buying);
          return "paid";
        }
        await new Promise((resolve) => setTimeout(resolve, chargeAskMs));
      }
      begun.drop();
      throw new NotPaid("Your last payment wasn’t completed", "You weren’t charged. Pay whenever you’re ready.");
    }),
  );
  useEffect(() => {
    if (resumed) void resume.current();
  }, [resumed]);

  const goToPayPal = () =>
    submit(async () => {
      if (await begin()) return "paid";
      const { approve_url } = await write(api.payment.createPaypalOrder, purchase);
      location.assign(approve_url);
      return "elsewhere";
    });

  const finishPayPal = useRef(() =>
    submit(async () => {
      setBack({}, { replace: true });
      if (cameBack.how !== "approved")
        throw new NotPaid("Payment not completed", "You weren’t charged. Pay whenever you’re ready.");
      requirePaid(await write(api.payment.capturePaypalOrder, { ...purchase, order_id: cameBack.order_id }), buying);
      return "paid";
    }),
  );
  useEffect(() => {
    if (cameBack.how) void finishPayPal.current();
  }, [cameBack]);

  if (reloads || (asks && !changed && !underWay.isSuccess && !underWay.isError)) return <PageSkeleton />;
  const names = { first_name: user.first_name, last_name: user.last_name };
  const form = { submit: `Pay ${money(bill.amount_due)}`, busy, fault, onPay: pay, names };
  return (
    <>
      <PageHeader title="Payment information" description={buying.description} back={buying.back} />
      <div className="pay">
        <Panel
          title={bill.amount_due === 0 ? "Pay with credit" : config.paypal ? "How do you want to pay?" : "Pay by card"}
        >
          {resumed && busy ? (
            <Box margin={{ bottom: "l" }}>
              <Alert type="info" header="Your payment is processing">
                We’re charging your card. Don’t pay again. This takes a few seconds.
              </Alert>
            </Box>
          ) : null}
          {bill.amount_due > 0 && config.paypal ? (
            <Box margin={{ bottom: "l" }}>
              <Tiles
                ariaLabel="Payment method"
                value={method}
                columns={2}
                items={[
                  { value: "card", label: "Card", disabled: busy },
                  { value: "paypal", label: "PayPal", disabled: busy },
                ]}
                onChange={({ detail }) => {
                  setMethod(detail.value as "card" | "paypal");
                  clear();
                }}
              />
            </Box>
          ) : null}
          {bill.amount_due === 0 ? (
            <SpaceBetween size="l">
              <Box variant="p">
                Your product credit covers the full price. No card needed. {money(bill.credit)} of it will be used.
              </Box>
              {fault ? (
                <Alert type="error" header={fault.title}>
                  {fault.text}
                </Alert>
              ) : null}
              <Button variant="primary" loading={busy} loadingText="Paying" onClick={() => void pay()}>
                Pay with credit
              </Button>
            </SpaceBetween>
          ) : byPayPal ? (
            <PayPalForm
              submit={`Pay ${money(bill.amount_due)} with PayPal`}
              sandbox={config.paypal === "sandbox"}
              busy={busy}
              fault={fault}
              onPay={() => void goToPayPal()}
            />
          ) : onStripe ? (
            <Suspense fallback={<PageSkeleton />}>
              <StripeCardForm {...form} publishableKey={config.stripePublishableKey ?? ""} />
            </Suspense>
          ) : (
            <SandboxCardForm {...form} />
          )}
        </Panel>
        <Panel title="Your order">
          <SpaceBetween size="m">
            <div>
              <Box variant="h3" padding="n">
                {buying.bought}
              </Box>
              <Box color="text-body-secondary">Issued by {issuer_name}</Box>
            </div>
            <BillLines bill={bill} />
            <Box color="text-body-secondary" fontSize="body-s">
              All sales are final. Refunds are issued as product credit, which applies to your next purchase.
            </Box>
          </SpaceBetween>
        </Panel>
      </div>
      {busy ? null : <div className="pay-withdraw">{buying.withdraw}</div>}
    </>
  );
}
