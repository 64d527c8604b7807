import FormField from "@cloudscape-design/components/form-field";
import RadioGroup from "@cloudscape-design/components/radio-group";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CertificateDecision } from "../../shared/certificate/decision.ts";
import type { EarnedCredential } from "../../shared/certificate/own-calls.ts";
import type { ApplicationStatus } from "../../shared/submission/submission.ts";
import type { SubmissionRow } from "../../shared/submission/submission-views.ts";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { useSession } from "../session/session.tsx";
import { signOut } from "../session/session-store.ts";
import { ConfirmDialog } from "../ui/dialogs/confirm.tsx";
import { Failure } from "../ui/forms/errors.tsx";
import { momentThere } from "../ui/look/day-there.ts";
import { counted, money } from "../ui/look/format.ts";

const most = 100;

/** What becomes of work under way, by where it stands; what is not here is not lost. */
const lostWords: Readonly<Partial<Record<ApplicationStatus, string>>> = {
  ready: "isn’t submitted yet, and you won’t be able to submit it",
  draft: "isn’t submitted yet, and you won’t be able to submit it",
  submitted: "will still be reviewed, but you won’t get the result",
  reviewing: "will still be reviewed, but you won’t get the result",
  revisionNeeded: "is waiting for your revision, which can’t be submitted anymore",
};

const lostWork = ({ title, status, price }: SubmissionRow): string =>
  `“${title}” ${lostWords[status]}.${price ? ` The ${money(price)} you paid for it isn’t refunded.` : ""}`;

/** What somebody would lose with their account, and the certificates they decide about. */
function useAccountDeletion() {
  const { organization_id, can } = useSession();
  const page = { organization_id, limit: most };
  const work = useQuery({ ...api.submission.listOwn.query(page), enabled: can(api.submission.listOwn) });
  const credit = useQuery({
    ...api.payment.readCredit.query({ organization_id, limit: 1 }),
    enabled: can(api.payment.readCredit),
  });
  const pay = useQuery({
    ...api.review.payments.query({ organization_id, limit: 1 }),
    enabled: can(api.review.payments),
  });
  const earned = useQuery({
    ...api.certificate.listOwn.query(page),
    enabled: can(api.certificate.listOwn),
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
      ...(work.data && work.data.total > most
        ? [`Of your ${work.data.total} submissions, only the newest are listed.`]
        : []),
      ...(balance + held > 0 ? [`Your product credit of ${money(balance + held)} is lost.`] : []),
      ...(earned.data && earned.data.total > most
        ? [`Of your ${earned.data.total} certificates, only the newest are listed. The others don’t change.`]
        : []),
      ...(due > 0
        ? [
            `Pay of ${money(due)} is due to you. We’ll still pay it to your saved bank account. Without one, we can’t pay it.`,
          ]
        : []),
    ],
  };
}

const decisions: Readonly<Record<CertificateDecision, { readonly label: string; readonly means: string }>> = {
  public: { label: "Stays public", means: "Anyone with the link still sees it with your name." },
  private: {
    label: "Private",
    means: "No one can open it again. Downloaded copies stay valid.",
  },
  revoked: {
    label: "Revoked",
    means: "No one can open it again. Anyone who verifies a copy sees that you revoked it.",
  },
};
const everyDecision = Object.keys(decisions) as CertificateDecision[];

/** What is offered for a certificate; one that was revoked is not revoked again. */
const offered = ({ certificate_status }: EarnedCredential): CertificateDecision[] =>
  everyDecision.filter((decision) => decision !== "revoked" || certificate_status !== "revoked");

/** The choice for each certificate, with what each choice means. */
function Certificates({
  certificates,
  decisionOf,
  onDecide,
}: {
  readonly certificates: readonly EarnedCredential[];
  readonly decisionOf: (credential: EarnedCredential) => CertificateDecision;
  readonly onDecide: (application_id: string, decision: CertificateDecision) => void;
}) {
  return (
    <div>
      <b>What happens to your {counted(certificates.length, "certificate")}</b>
      <ul className="plain-list">
        {everyDecision.map((decision) => (
          <li key={decision}>
            {decisions[decision].label}: {decisions[decision].means}
          </li>
        ))}
      </ul>
      <SpaceBetween size="s">
        {certificates.map((each) => (
          <FormField
            key={each.application_id}
            label={each.title}
            description={`${each.issuer_name}, ${momentThere(each.earned_on, each.earned_in)}${each.certificate_status === "revoked" ? ", revoked" : ""}`}
          >
            <RadioGroup
              direction="horizontal"
              value={decisionOf(each)}
              items={offered(each).map((value) => ({ value, label: decisions[value].label }))}
              onChange={({ detail }) => onDecide(each.application_id, detail.value as CertificateDecision)}
            />
          </FormField>
        ))}
      </SpaceBetween>
    </div>
  );
}

/** Asks before an account is deleted: what is lost, and what becomes of each certificate. */
export function DeleteAccountDialog({ onClose }: { readonly onClose: () => void }) {
  const { user, organization_id } = useSession();
  const { isPending, error, again, certificates, losses } = useAccountDeletion();
  const [chosen, setChosen] = useState<ReadonlyMap<string, CertificateDecision>>(new Map());
  const decisionOf = ({ application_id, certificate_hidden }: EarnedCredential): CertificateDecision =>
    chosen.get(application_id) ?? (certificate_hidden ? "private" : "public");

  const deleteAccount = async () => {
    await write(api.user.remove, {
      organization_id,
      user_id: user.user_id,
      email: user.email,
      certificates: certificates.map((each) => ({
        application_id: each.application_id,
        decision: decisionOf(each),
      })),
    });
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
        <span>You can’t undo this. We’ll remove your name, email address, and files.</span>
        {isPending ? <span role="status">Checking what you’d lose …</span> : null}
        {error ? <Failure error={error} onAgain={() => void again()} /> : null}
        {losses.length > 0 ? (
          <div>
            <b>What you’ll lose</b>
            <ul className="plain-list">
              {losses.map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          </div>
        ) : null}
        {certificates.length > 0 ? (
          <Certificates
            certificates={certificates}
            decisionOf={decisionOf}
            onDecide={(application_id, decision) => setChosen(new Map(chosen).set(application_id, decision))}
          />
        ) : null}
      </SpaceBetween>
    </ConfirmDialog>
  );
}
