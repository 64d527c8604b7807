import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Navigate, useParams } from "react-router";
import type { UnfinishedStep } from "../../../shared/credential/unfinished.ts";
import * as paths from "../../../shared/platform/paths.ts";
import { api } from "../../api/client.ts";
import { queries } from "../../api/queries.ts";
import { useSession } from "../../session/session.tsx";
import { PageSkeleton } from "../../ui/look/skeleton.tsx";
import { remembered } from "./drafts.ts";
import { useIsFirstCredential } from "./first-credential.tsx";
import { stepOf } from "./steps.ts";
import { WizardFrame } from "./wizard-frame.tsx";

/** `/credential/create/:step` and `/credential/edit/:org_id/:credential_id/:step`: the six steps of writing a credential. */
export function Page() {
  const { org_id, credential_id, step: stepText } = useParams();
  const { organization_id } = useSession();
  const step = stepOf(stepText);
  if (org_id && credential_id) {
    if (step === undefined) return <Navigate replace to={paths.editCredentialStep(org_id, credential_id, 0)} />;
    return <Existing key={credential_id} organization_id={org_id} credential_id={credential_id} step={step} />;
  }
  if (step !== 0) {
    const draft = step && remembered(organization_id).read();
    return (
      <Navigate
        replace
        to={draft ? paths.editCredentialStep(organization_id, draft, step) : paths.createCredentialStep(0)}
      />
    );
  }
  return <Fresh organization_id={organization_id} />;
}

const nothing: readonly UnfinishedStep[] = [];

function Fresh({ organization_id }: { readonly organization_id: string }) {
  useEffect(() => remembered(organization_id).drop(), [organization_id]);
  if (useIsFirstCredential(organization_id, true) === undefined) return <PageSkeleton />; // the form would move
  return <WizardFrame organization_id={organization_id} step={0} credential={undefined} opened={nothing} />;
}

function Existing({
  organization_id,
  credential_id,
  step,
}: {
  readonly organization_id: string;
  readonly credential_id: string;
  readonly step: number;
}) {
  const { can } = useSession();
  const kept = useQuery({
    ...api.credential.readUnfinished.query({ organization_id, credential_id }),
    enabled: can(api.credential.readUnfinished),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data } = useSuspenseQuery(api.credential.read.query({ organization_id, credential_id }));
  useEffect(() => {
    const { queryKey } = api.credential.readUnfinished.query({ organization_id, credential_id });
    return () => queries.removeQueries({ queryKey }); // the next opening asks anew: another machine may keep something
  }, [organization_id, credential_id]);
  if (kept.isLoading) return <PageSkeleton />;
  return (
    <WizardFrame organization_id={organization_id} step={step} credential={data} opened={kept.data?.steps ?? nothing} />
  );
}
