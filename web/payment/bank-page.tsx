import Alert from "@cloudscape-design/components/alert";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import * as z from "zod";
import { fullName } from "../../shared/platform/full-name.ts";
import * as paths from "../../shared/platform/paths.ts";
import { abaDigits, accountDigits, bankFields, bankHoldHours } from "../../shared/reviewer/bank.ts";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { useSession } from "../session/session.tsx";
import { flash } from "../ui/dialogs/flash.ts";
import { FormView } from "../ui/forms/call-form.tsx";
import { TextAreaField, TextField } from "../ui/forms/fields.tsx";
import { resolverFor } from "../ui/forms/resolver.ts";
import { SelectField } from "../ui/forms/select-fields.tsx";
import { useCallForm } from "../ui/forms/use-call-form.ts";
import { PageHeader } from "../ui/look/page-header.tsx";
import { Panel } from "../ui/look/panel.tsx";

const resolver = resolverFor(z.object(bankFields));
const digits = (typed: string) => typed.replace(/\D/g, "");

/** `/payments/edit` and `/paymentInformation` of a reviewer: the account their pay goes to. */
export function Page() {
  const { organization_id, user } = useSession();
  const go = useNavigate();
  const { data } = useSuspenseQuery(api.reviewer.listBanks.query({ organization_id }));
  const { data: info } = useSuspenseQuery(api.reviewer.readInfo.query({ organization_id }));
  const approved = info.status === "accepted" || info.status === "suspended";
  const after = approved ? paths.payments : paths.reviewerSummary;
  const { account, banks } = data;
  const of = useCallForm({
    resolver,
    values: {
      bank_id: account?.bank_id,
      account_holder: account?.account_holder ?? fullName(user),
      account_type: account?.account_type ?? "checking",
      account_number: "",
      aba: "",
      address: "",
    },
    draft: { kind: "draft bank account", about: organization_id, kept: "tab", from: "refusal" },
    send: (fields) => write(api.reviewer.saveBank, { organization_id, user_id: user.user_id, ...fields }),
    onDone: () => {
      flash("success", "Bank account saved.");
      return go(after);
    },
  });
  return (
    <FormView
      of={of}
      header={
        <PageHeader
          title="Bank account"
          description="We send your pay to this account. Your account numbers are encrypted, and no one at your organizations can see them."
          back={{ to: after, text: approved ? "Payments" : "Your application" }}
        />
      }
      submit="Save bank account"
      onCancel={after}
    >
      <Panel>
        <SpaceBetween size="l">
          {account ? (
            <Alert type="info">
              Your current account ends in {account.last4}. If you change it, we won’t pay into the new account for{" "}
              {bankHoldHours} hours, and we’ll confirm the change by email.
            </Alert>
          ) : null}
          <SelectField
            name="bank_id"
            label="Bank"
            choices={banks.map(({ bank_id, name }) => ({ value: bank_id, label: name }))}
          />
          <TextField name="account_holder" label="Account holder" autoComplete="name" lengthMax={100} />
          <SelectField
            name="account_type"
            label="Account type"
            choices={[
              { value: "checking", label: "Checking" },
              { value: "savings", label: "Savings" },
            ]}
          />
          <TextField
            name="account_number"
            label="Account number"
            inputMode="numeric"
            autoComplete="off"
            filter={digits}
            lengthMax={accountDigits.max}
            constraint={`${accountDigits.min} to ${accountDigits.max} digits.`}
          />
          <TextField
            name="aba"
            label="ABA number"
            inputMode="numeric"
            autoComplete="off"
            filter={digits}
            lengthMax={abaDigits}
            constraint="The nine digits at the lower left of a check. Also called the routing number."
          />
          <TextAreaField
            name="address"
            label="Address"
            rows={3}
            lengthMax={300}
            constraint="The address your bank has on file."
          />
        </SpaceBetween>
      </Panel>
    </FormView>
  );
}
