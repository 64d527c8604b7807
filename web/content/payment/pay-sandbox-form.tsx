import Alert from "@cloudscape-design/components/alert";
import Button from "@cloudscape-design/components/button";
import SpaceBetween from "@cloudscape-design/components/space-between";
import * as z from "zod";
import type { ApiError } from "../../api/api-error.ts";
import { confirmSandboxCard } from "../../api/sandbox.ts";
import { NameFields, TextField } from "../../ui/forms/fields.tsx";
import { FormElement } from "../../ui/forms/form-fields.tsx";
import { resolverFor } from "../../ui/forms/resolver.ts";
import { useCallForm } from "../../ui/forms/use-call-form.ts";
import { CardDeclined, type CardFormProps, type ConfirmCard } from "./pay-card.ts";

const needed = (what: string) => z.string().trim().min(1, `${what} is required`);

const Fields = z.object({
  number: needed("Card number").regex(/^[\d ]{13,23}$/, "Enter a valid card number"),
  first_name: needed("First name").max(30),
  last_name: needed("Last name").max(30),
  exp_month: needed("Expiry month").regex(/^(0?[1-9]|1[0-2])$/, "Enter a month from 1 to 12"),
  exp_year: needed("Expiry year").regex(/^(\d{2}|20\d{2})$/, "Enter the year shown on the card"),
  cvc: needed("Security code").regex(/^\d{3,4}$/, "Enter the 3 or 4 digits"),
});
type Values = z.infer<typeof Fields>;
const resolver = resolverFor(Fields);

const digits = (typed: string) => typed.replace(/\D/g, "");
const inFours = (typed: string) =>
  digits(typed)
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, "$1 ");

/** Sends a card to the sandbox as the provider's own form would. */
const confirmWith =
  ({ number, exp_month, exp_year, cvc }: Values): ConfirmCard =>
  async (payment) => {
    const card = { number: digits(number), exp_month: Number(exp_month), exp_year: Number(exp_year), cvc };
    const asks = await confirmSandboxCard(payment, card, location.href).catch((error: ApiError) => {
      if (error.code === "payment_intent_unexpected_state") return undefined; // it has been collected already
      throw error.status === 0 ? error : new CardDeclined(error.message);
    });
    if (asks === undefined) return;
    location.assign(asks);
    await new Promise(() => {}); // the payment goes on when its payer comes back
  };

/** The card form of the sandbox: fields of our own, because no card is real here. */
export function SandboxCardForm({
  submit,
  busy,
  fault,
  onPay,
  names,
}: CardFormProps & { readonly names: { readonly first_name: string; readonly last_name: string } }) {
  const of = useCallForm({
    resolver,
    values: { number: "", ...names, exp_month: "", exp_year: "", cvc: "" },
    mode: "onTouched",
    send: (values) => onPay(confirmWith(values)),
  });
  return (
    <FormElement of={of} className="card-form">
      <SpaceBetween size="l">
        <Alert type="info" header="Sandbox: no money moves">
          Pay with the test card <b className="figures">4242 4242 4242 4242</b>, any future date, and any code. The card{" "}
          <span className="figures">4000 0000 0000 0002</span> is declined;{" "}
          <span className="figures">4000 0027 6000 3184</span> requires authentication (3D Secure).
        </Alert>
        <TextField
          name="number"
          label="Card number"
          inputMode="numeric"
          autoComplete="cc-number"
          filter={inFours}
          placeholder="1234 1234 1234 1234"
        />
        <div className="card-row">
          <NameFields of="card" />
        </div>
        <div className="card-row card-row-three">
          <TextField
            name="exp_month"
            label="Expiry month"
            inputMode="numeric"
            autoComplete="cc-exp-month"
            filter={digits}
            lengthMax={2}
            placeholder="MM"
          />
          <TextField
            name="exp_year"
            label="Expiry year"
            inputMode="numeric"
            autoComplete="cc-exp-year"
            filter={digits}
            lengthMax={4}
            placeholder="YYYY"
          />
          <TextField
            name="cvc"
            label="Security code"
            inputMode="numeric"
            autoComplete="cc-csc"
            filter={digits}
            lengthMax={4}
            placeholder="CVC"
          />
        </div>
        {fault ? (
          <Alert type="error" header={fault.title}>
            {fault.text}
          </Alert>
        ) : null}
        <Button variant="primary" formAction="submit" fullWidth loading={busy} loadingText="Paying">
          {submit}
        </Button>
      </SpaceBetween>
    </FormElement>
  );
}
