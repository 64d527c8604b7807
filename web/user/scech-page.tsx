import SpaceBetween from "@cloudscape-design/components/space-between";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "react-router";
import * as z from "zod";
import { fullName } from "../../shared/platform/full-name.ts";
import * as paths from "../../shared/platform/paths.ts";
import { picLength, scechFields } from "../../shared/user/scech.ts";
import { api } from "../api/client.ts";
import type { OnboardingState } from "../content/auth/onboarding.tsx";
import { useSession } from "../session/session.tsx";
import { CallForm } from "../ui/forms/call-form.tsx";
import { TextField } from "../ui/forms/fields.tsx";
import { PageHeader } from "../ui/look/page-header.tsx";
import { Panel } from "../ui/look/panel.tsx";
import { useReturn } from "../ui/use-return.ts";

const Fields = z.object(scechFields);

/** `/editSCECHProfile`: what the state needs to book continuing-education credit. */
export function Page() {
  const { organization_id, user } = useSession();
  const { onboarding = false, next = paths.home } = (useLocation().state as OnboardingState | null) ?? {};
  const go = useNavigate();
  const { data: profile } = useSuspenseQuery(api.user.readScech.query({ organization_id }));
  const back = useReturn(paths.profile);
  const leave = () => (onboarding ? void go(next) : back());
  return (
    <CallForm
      header={
        <PageHeader
          title="SCECH profile"
          description={`Your organization uses these details to report State Continuing Education Clock Hours (SCECH). You need a PIC number from MOECS, Michigan’s educator system.${onboarding ? " If you don’t have one yet, skip this form." : ""}`}
          {...(onboarding ? {} : { back: { to: paths.profile, text: "Your profile" } })}
        />
      }
      send={api.user.saveScech}
      schema={Fields}
      values={{
        full_name: profile?.full_name ?? fullName(user),
        email: profile?.email ?? user.email,
        pic: profile?.pic ?? "",
        phone: profile?.phone ?? "",
      }}
      toInput={(fields) => ({ organization_id, ...fields })}
      submit="Submit"
      success="Your SCECH profile was saved."
      onDone={leave}
      {...(onboarding ? { cancel: "Skip", onCancel: leave } : {})}
    >
      <Panel>
        <SpaceBetween size="l">
          <TextField name="full_name" label="Name" lengthMax={100} constraint="Exactly as it appears in MOECS." />
          <TextField name="email" label="Email" inputMode="email" />
          <TextField
            name="pic"
            label="PIC number"
            inputMode="numeric"
            lengthMax={picLength}
            filter={(typed) => typed.replace(/\D/g, "")}
            constraint="Your six-digit Personnel Identification Code from MOECS."
          />
          <TextField
            name="phone"
            label="Phone"
            inputMode="tel"
            filter={(typed) => typed.replace(/[^0-9+]/g, "")}
            constraint="Digits and plus sign only."
          />
        </SpaceBetween>
      </Panel>
    </CallForm>
  );
}
