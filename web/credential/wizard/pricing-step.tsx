import Box from "@cloudscape-design/components/box";
import SpaceBetween from "@cloudscape-design/components/space-between";
import Toggle from "@cloudscape-design/components/toggle";
import { useFormContext, useWatch } from "react-hook-form";
import * as z from "zod";
import type { Credential } from "../../../shared/credential/credential.ts";
import { PriceStep } from "../../../shared/credential/steps.ts";
import {
  centsOf,
  dollars,
  priceFault,
  reviewerPayCents,
  secondReviewCostCents,
  splitPrice,
  usualDisputedPercent,
} from "../../../shared/platform/money.ts";
import { api } from "../../api/client.ts";
import { write } from "../../api/queries.ts";
import { NumberField } from "../../ui/forms/fields.tsx";
import { duration, money } from "../../ui/look/format.ts";
import { Panel } from "../../ui/look/panel.tsx";
import { SplitBar } from "../split-bar.tsx";
import { StepForm } from "./step-form.tsx";
import { useDraft } from "./wizard-context.ts";

interface Values {
  price: number | null;
  /** Whether renewing has a price of its own is switched on. */
  own_price: boolean;
  renewal_price: number | null;
}

const priceDigits = 6;

const schemaFor = (payCents: number): z.ZodType<unknown, Values> =>
  z
    .object({ price: PriceStep, own_price: z.boolean(), renewal_price: z.number().nullable() })
    .superRefine(({ price, own_price, renewal_price }, context) => {
      const fault = priceFault(centsOf(price), payCents);
      if (fault) context.addIssue({ code: "custom", path: ["price"], message: fault });
      if (!own_price) return;
      const renewal = PriceStep.safeParse(renewal_price ?? undefined);
      const wrong = renewal.success ? priceFault(centsOf(renewal.data), payCents) : renewal.error.issues[0]!.message;
      if (wrong) context.addIssue({ code: "custom", path: ["renewal_price"], message: wrong });
    }) as unknown as z.ZodType<unknown, Values>;

const valuesOf = (credential: Credential | undefined): Values => ({
  price: credential?.price ?? null,
  own_price: credential?.renewal_price !== undefined,
  renewal_price: credential?.renewal_price ?? null,
});

/** What a reviewer earns for one submission of this credential, in cents. */
const payCentsOf = ({ reviewer_criteria, review_time }: Credential) =>
  reviewerPayCents(centsOf(reviewer_criteria?.hourly_rate ?? 0), review_time);

/** Step 4: the price, with who gets what of it to the cent. */
export function PricingStep() {
  const { credential, organization_id } = useDraft();
  const payCents = payCentsOf(credential);
  const constraint =
    payCents > 0
      ? `Whole dollars. At least $${Math.ceil(dollars(payCents))} to cover reviewer pay, or None.`
      : "Whole dollars, or None.";
  const isOffered = credential.credential_details.validity_months !== undefined;
  return (
    <StepForm
      schema={schemaFor(payCents)}
      valuesOf={valuesOf}
      fieldOf={(name) => name}
      unfinishedOf={({ price, own_price, renewal_price }) => ({
        part: { price, ...(isOffered && { renewal: { own_price, renewal_price } }) },
      })}
      typedOf={({ price, renewal }) => (price === undefined ? undefined : { price, ...renewal })}
      send={({ price, own_price, renewal_price }, { credential_id, version } = credential) =>
        write(api.credential.update, {
          organization_id,
          credential_id,
          version,
          step: 4,
          price: price ?? 0,
          ...(isOffered && { renewal_price: own_price ? (renewal_price ?? 0) : null }),
          btnType: "continue",
        })
      }
    >
      <Panel title="Price">
        <div className="wizard-narrow">
          <NumberField
            name="price"
            label="Price (USD)"
            none="None"
            whole
            digitsMax={priceDigits}
            constraint={constraint}
          />
        </div>
      </Panel>
      {isOffered ? (
        <Panel
          title="Renewal"
          description="From 60 days before a certificate ends, its learner can apply again. The price split works the same way."
        >
          <RenewalPrice constraint={constraint} />
        </Panel>
      ) : null}
      <Split payCents={payCents} credential={credential} />
      <SecondReviewCost payCents={payCents} credential={credential} />
    </StepForm>
  );
}

/** What renewing costs, where that is not the price. */
function RenewalPrice({ constraint }: { readonly constraint: string }) {
  const { setValue, clearErrors } = useFormContext<Values>();
  const on = useWatch<Values>({ name: "own_price" }) === true;
  return (
    <SpaceBetween size="s">
      <Toggle
        checked={on}
        onChange={({ detail }) => {
          setValue("own_price", detail.checked, { shouldDirty: true });
          if (detail.checked) return;
          setValue("renewal_price", null, { shouldDirty: true });
          clearErrors("renewal_price");
        }}
      >
        Renewing has its own price
      </Toggle>
      {on ? (
        <div className="wizard-narrow">
          <NumberField
            name="renewal_price"
            label="Renewal price (USD)"
            none="None"
            whole
            digitsMax={priceDigits}
            constraint={constraint}
          />
        </div>
      ) : null}
    </SpaceBetween>
  );
}

/** Price split of the typed price; without one that covers the reviewer's pay, the pay alone. */
function Split({ payCents, credential }: { readonly payCents: number; readonly credential: Credential }) {
  const price = useWatch<Values>({ name: "price" }) as number | null;
  const rate = credential.reviewer_criteria?.hourly_rate ?? 0;
  const priceCents = price !== null && Number.isInteger(price) && price >= 0 ? centsOf(price) : undefined;
  const covered = priceCents !== undefined && priceFault(priceCents, payCents) === undefined;
  const cents = covered ? splitPrice(priceCents, payCents) : undefined;
  return (
    <Panel
      title="Price split"
      description={
        payCents > 0
          ? `The reviewer is paid first: ${money(dollars(payCents))} for ${duration(credential.review_time)} at ${money(rate)} an hour. The rest is split 50% issuer, 30% platform, 20% organization.`
          : "The reviewer is paid first. The rest is split 50% issuer, 30% platform, 20% organization."
      }
    >
      {cents ? (
        <SpaceBetween size="m">
          <SplitBar
            split={{
              reviewer: dollars(cents.reviewer_pay_cents),
              issuer: dollars(cents.issuer_share_cents),
              platform: dollars(cents.platform_share_cents),
              organization: dollars(cents.organization_share_cents),
            }}
          />
          {priceCents === 0 && payCents > 0 ? (
            <Box color="text-body-secondary">
              Learners pay nothing. Your organization owes the reviewer {money(dollars(payCents))} for each submission.
            </Box>
          ) : null}
        </SpaceBetween>
      ) : (
        <Box color="text-body-secondary">
          {priceCents === undefined
            ? "Enter a price to see the split."
            : `A price of ${money(price)} doesn’t cover the reviewer’s pay of ${money(dollars(payCents))}.`}
        </Box>
      )}
    </Panel>
  );
}

/** What second reviews come to, where the credential has them and pays for reviews. */
function SecondReviewCost({ payCents, credential }: { readonly payCents: number; readonly credential: Credential }) {
  const percent = credential.reviewer_criteria?.second_review?.share_percent;
  if (percent === undefined || payCents === 0) return null;
  const { disputed_percent } = credential;
  const cost = secondReviewCostCents(payCents, percent, disputed_percent);
  return (
    <Panel title="Second reviews" description="Your organization pays for them. The price and its split stay the same.">
      <Box variant="p">
        About <b>{money(dollars(cost))}</b> for every 100 submissions, with {percent}% reviewed a second time.
      </Box>
      <Box color="text-body-secondary">
        {disputed_percent === undefined
          ? `This assumes reviewers disagree on ${usualDisputedPercent}% of those, which then go to a third reviewer.`
          : `So far, reviewers have disagreed on ${disputed_percent}% of those, which then went to a third reviewer.`}{" "}
        A reviewer’s first reviews, reviews by someone on probation, close decisions, and very fast reviews add to that.
      </Box>
    </Panel>
  );
}
