import Alert from "@cloudscape-design/components/alert";
import Button from "@cloudscape-design/components/button";
import FormField from "@cloudscape-design/components/form-field";
import SpaceBetween from "@cloudscape-design/components/space-between";
import {
  CardCvcElement,
  CardExpiryElement,
  CardNumberElement,
  Elements,
  useElements,
  useStripe,
} from "@stripe/react-stripe-js";
import type { StripeElementChangeEvent } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { useMemo, useState } from "react";
import * as z from "zod";
import { fullName } from "../../../shared/platform/full-name.ts";
import { NameFields } from "../../ui/forms/fields.tsx";
import { FormElement } from "../../ui/forms/form-fields.tsx";
import { resolverFor } from "../../ui/forms/resolver.ts";
import { useCallForm } from "../../ui/forms/use-call-form.ts";
import { CardDeclined, type CardFormProps } from "./pay-card.ts";

const Names = z.object({
  first_name: z.string().trim().min(1, "First name is required").max(30),
  last_name: z.string().trim().min(1, "Last name is required").max(30),
});
type Names = z.infer<typeof Names>;
const resolver = resolverFor(Names);

const parts = {
  number: "Card number is required",
  expiry: "Expiry month and year are required",
  code: "Security code is required",
} as const;
type Part = keyof typeof parts;

interface Typed {
  readonly complete: boolean;
  readonly fault?: string | undefined;
}

/** The provider's frames cannot read our style sheets, so they are told the colours of the moment. */
function lookOfFields() {
  const styles = getComputedStyle(document.documentElement);
  const colour = (name: string) => styles.getPropertyValue(name).trim();
  return {
    base: {
      color: colour("--laurel-ink"),
      fontFamily: '"Open Sans", "Helvetica Neue", Roboto, Arial, sans-serif',
      fontSize: "14px",
      "::placeholder": { color: colour("--laurel-ink-soft") },
    },
    invalid: { color: colour("--laurel-danger") },
  };
}

type StripeFormProps = CardFormProps & { readonly names: Names; readonly publishableKey: string };

/** The card provider's own fields for number, expiry and code: what is typed there never reaches this page. */
export default function StripeCardForm({ publishableKey, ...form }: StripeFormProps) {
  const stripe = useMemo(() => loadStripe(publishableKey), [publishableKey]);
  return (
    <Elements stripe={stripe}>
      <CardFields {...form} />
    </Elements>
  );
}

function CardFields({ submit, busy, fault, onPay, names }: Omit<StripeFormProps, "publishableKey">) {
  const stripe = useStripe();
  const elements = useElements();
  const [typed, setTyped] = useState<Partial<Record<Part, Typed>>>({});
  const style = useMemo(lookOfFields, []);
  const heard = (part: Part) => (event: StripeElementChangeEvent & { error?: { message: string } | undefined }) =>
    setTyped((all) => ({ ...all, [part]: { complete: event.complete, fault: event.error?.message } }));
  const faultOf = (part: Part) => typed[part]?.fault;

  const pay = async (names: Names) => {
    const open = (Object.keys(parts) as Part[]).filter((part) => !typed[part]?.complete);
    if (open.length > 0) {
      setTyped((all) => ({
        ...all,
        ...Object.fromEntries(open.map((part) => [part, { complete: false, fault: all[part]?.fault ?? parts[part] }])),
      }));
      return;
    }
    const card = elements?.getElement(CardNumberElement);
    if (!stripe || !card) return;
    await onPay(async ({ client_secret }) => {
      const { error } = await stripe.confirmCardPayment(client_secret, {
        payment_method: { card, billing_details: { name: fullName(names) } },
      });
      if (error && error.code !== "payment_intent_unexpected_state")
        throw new CardDeclined(error.message ?? "Your card was declined. Try another card.");
    });
  };
  const of = useCallForm({ resolver, values: names, mode: "onTouched", send: pay });

  return (
    <FormElement of={of} className="card-form">
      <SpaceBetween size="l">
        <FormField label="Card number" errorText={faultOf("number")}>
          <CardNumberElement
            className="card-frame"
            options={{ style, showIcon: true, disableLink: true }}
            onChange={heard("number")}
          />
        </FormField>
        <div className="card-row">
          <NameFields of="card" />
        </div>
        <div className="card-row">
          <FormField label="Expiry month and year" errorText={faultOf("expiry")}>
            <CardExpiryElement className="card-frame" options={{ style }} onChange={heard("expiry")} />
          </FormField>
          <FormField label="Security code" errorText={faultOf("code")}>
            <CardCvcElement className="card-frame" options={{ style }} onChange={heard("code")} />
          </FormField>
        </div>
        {fault ? (
          <Alert type="error" header={fault.title}>
            {fault.text}
          </Alert>
        ) : null}
        <Button variant="primary" formAction="submit" fullWidth disabled={!stripe} loading={busy} loadingText="Paying">
          {submit}
        </Button>
      </SpaceBetween>
    </FormElement>
  );
}
