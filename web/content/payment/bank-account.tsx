import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import * as paths from "../../../shared/platform/paths.ts";
import { api } from "../../api/client.ts";
import type { PageModule } from "../../session/page.ts";
import { useSession } from "../../session/session.tsx";
import { currentSession } from "../../session/session-store.ts";
import { dateTime } from "../../ui/look/format.ts";
import { KeyValues } from "../../ui/look/key-values.tsx";
import { LightButton, LightMessage } from "../../ui/look/light.tsx";
import { Panel, Stack } from "../../ui/look/panel.tsx";

/** Starts asking for the account; pages that show it do so while they are opened. */
export const loadBankAccount: NonNullable<PageModule["load"]> = ({ queries }) => {
  void queries.prefetchQuery(queryOf(currentSession()?.organization_id ?? ""));
};

const queryOf = (organization_id: string) => api.reviewer.listBanks.query({ organization_id });

/** Where a reviewer's pay goes, as far as it is shown: bank, holder and the last four digits. */
export function BankAccountCard() {
  const { organization_id } = useSession();
  const go = useNavigate();
  const { account } = useSuspenseQuery(queryOf(organization_id)).data;
  return (
    <Panel
      title="Bank account"
      description="We send your pay to this account. Only you can see it, and only the last four digits."
      actions={
        <LightButton onClick={() => void go(paths.bankAccount)}>{account ? "Change" : "Add bank account"}</LightButton>
      }
    >
      <Stack gap="m">
        {account?.held_until ? (
          <LightMessage kind="info">
            You changed this account, so payouts to it start on {dateTime(account.held_until)}.
          </LightMessage>
        ) : null}
        {account ? (
          <KeyValues
            items={[
              { label: "Bank", value: account.bank_name },
              { label: "Account holder", value: account.account_holder },
              {
                label: account.account_type === "savings" ? "Savings account" : "Checking account",
                value: (
                  <span className="figures" role="img" aria-label={`Ends in ${account.last4}`}>
                    •••• {account.last4}
                  </span>
                ),
              },
            ]}
          />
        ) : (
          <div>Add a bank account to get paid. Until then, we hold any pay that’s due.</div>
        )}
      </Stack>
    </Panel>
  );
}
