import Checkbox from "@cloudscape-design/components/checkbox";
import FormField from "@cloudscape-design/components/form-field";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { EarnedCredential, SubmissionRow } from "../../shared/submission/calls.ts";
import type { ApplicationStatus } from "../../shared/submission/submission.ts";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { signOut, useSession } from "../app/session.tsx";
import { ConfirmDialog } from "../ui/confirm.tsx";
import { Failure } from "../ui/errors.tsx";
import { counted, date, money } from "../ui/format.ts";

const most = 100;

/** What becomes of work under way, by where it stands; what is not here is not lost. */
const lostWords: Readonly<Partial<Record<ApplicationStatus, string>>> = {
  ready: "was not handed in, and nobody can do so any more",
  draft: "was not handed in, and nobody can do so any more",
  submitted: "is reviewed without you, and you will not hear of it",
  reviewing: "is reviewed without you, and you will not hear of it",
  revisionNeeded: "waits for your revision, and nobody can hand it in any more",
};

const lostWork = ({ title, status, price }: SubmissionRow): string =>
  `“${title}” ${lostWords[status]}.${price ? ` The ${money(price)} you paid for it are not given back.` : ""}`;

/** What somebody would lose with their account, and the certificates they decide about. */
function useDeparture() {
  const { organization_id, can } = useSession();
  const page = { organization_id, limit: most };
  const work = useQuery({ ...api.submission.listOwn.query(page), enabled: can(api.submission.listOwn) });
  const credit = useQuery({
    ...api.payment.readCredit.query({ organization_id, limit: 1 }),
    enabled: can(api.payment.readCredit),
  });
  const pay = useQuery({ ...api.job.payments.query({ organization_id, limit: 1 }), enabled: can(api.job.payments) });
  const earned = useQuery({
    ...api.submission.listCredentials.query(page),
    enabled: can(api.submission.listCredentials),
  });
  const asked = [work, credit, pay, earned];
  const underWay = (work.data?.submissions ?? []).filter(({ status }) => lostWords[status]);
  const { balance = 0, held = 0 } = credit.data ?? {};
  const due = pay.data?.due ?? 0;
  return {
    isPending: asked.some(({ isLoading }) => isLoading),
    error: asked.find(({ error }) => error)?.error ?? undefined,
    again: () => Promise.all(asked.filter(({ isError }) => isError).map(({ refetch }) => refetch())),
    certificates: earned.data?.credentials ?? [],
    losses: [
      ...underWay.map(lostWork),
      ...(work.data && work.data.total > most ? [`Of your ${work.data.total} submissions the newest are named.`] : []),
      ...(balance + held > 0 ? [`Your product credit of ${money(balance + held)} is gone.`] : []),
      ...(due > 0
        ? [
            `Pay of ${money(due)} is due to you. It is still paid to the bank account you saved; without one it cannot be paid.`,
          ]
        : []),
    ],
  };
}

/** Asks before an account is deleted: what is lost, and which certificates stay public. */
export function DeleteAccountDialog({ onClose }: { readonly onClose: () => void }) {
  const { user, organization_id } = useSession();
  const { isPending, error, again, certificates, losses } = useDeparture();
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isPublic = ({ cred_id, certificate_hidden }: EarnedCredential) => chosen.get(cred_id) ?? !certificate_hidden;

  const deleteAccount = async () => {
    for (const each of certificates) {
      const hidden = !isPublic(each);
      if (hidden !== each.certificate_hidden)
        await write(api.submission.hideCertificate, { organization_id, cred_id: each.cred_id, hidden });
    }
    await write(api.user.remove, { organization_id, user_id: user.user_id, email: user.email });
    await signOut();
  };

  return (
    <ConfirmDialog
      title="Delete your account?"
      confirm="Delete account"
      destructive
      typed={user.email}
      ready={!isPending && error === undefined}
      onConfirm={deleteAccount}
      onClose={onClose}
    >
      <SpaceBetween size="m">
        <span>This cannot be undone. Your name, address and files are removed.</span>
        {isPending ? <span role="status">Looking up what you would lose …</span> : null}
        {error ? <Failure error={error} onAgain={() => void again()} /> : null}
        {losses.length > 0 ? (
          <div>
            <b>What you lose</b>
            <ul className="plain-list">
              {losses.map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          </div>
        ) : null}
        {certificates.length > 0 ? (
          <FormField
            label={`Which of your ${counted(certificates.length, "certificate")} stay public?`}
            description="With your name, for whoever has the link. The others nobody can see any more, for good."
          >
            <SpaceBetween size="xs">
              {certificates.map((each) => (
                <Checkbox
                  key={each.cred_id}
                  checked={isPublic(each)}
                  description={`${each.issuer_name}, ${date(each.earned_on)}`}
                  onChange={({ detail }) => setChosen(new Map(chosen).set(each.cred_id, detail.checked))}
                >
                  {each.title}
                </Checkbox>
              ))}
            </SpaceBetween>
          </FormField>
        ) : null}
      </SpaceBetween>
    </ConfirmDialog>
  );
}
