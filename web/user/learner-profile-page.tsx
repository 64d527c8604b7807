import SpaceBetween from "@cloudscape-design/components/space-between";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import * as z from "zod";
import { nameLengthMax, noLastName, oneNameHint } from "../../shared/platform/full-name.ts";
import * as paths from "../../shared/platform/paths.ts";
import { lastName, personName, phone } from "../../shared/platform/person.ts";
import { saveLearnerProfile } from "../../shared/user/calls.ts";
import { api } from "../api/client.ts";
import type { OnboardingState } from "../content/auth/onboarding.tsx";
import { useSession } from "../session/session.tsx";
import { refreshUser } from "../session/session-store.ts";
import { CallForm } from "../ui/forms/call-form.tsx";
import { TextAreaField, TextField } from "../ui/forms/fields.tsx";
import { PageHeader } from "../ui/look/page-header.tsx";
import { Panel } from "../ui/look/panel.tsx";

const { title, overview } = saveLearnerProfile.input.shape;
const Fields = z.object({ first_name: personName(), last_name: personName(), phone, title, overview });

/** `/editLernerProfile`: what a learner tells about themselves, first in onboarding, where the SCECH profile follows. */
export function Page() {
  const { organization_id } = useSession();
  const { onboarding = false, next: wanted } = (useLocation().state as OnboardingState | null) ?? {};
  const go = useNavigate();
  const { data: profile } = useSuspenseQuery(api.user.readProfile.query({ organization_id }));
  const [opened] = useState({
    first_name: profile.first_name,
    last_name: profile.last_name || noLastName,
    phone: profile.phone ?? "",
    title: profile.learner_profile?.title ?? "",
    overview: profile.learner_profile?.overview ?? "",
  });
  const next = () =>
    void (onboarding
      ? go(paths.scechProfile, { state: { onboarding, next: wanted }, replace: true })
      : go(paths.profile));
  return (
    <CallForm
      header={
        <PageHeader
          title={onboarding ? "Welcome" : "Your learner profile"}
          description={
            onboarding
              ? "Reviewers see only your first name and last initial, not this page. Share as much as you like."
              : "Your name appears on your certificates exactly as you enter it here."
          }
          {...(onboarding ? {} : { back: { to: paths.profile, text: "Your profile" } })}
        />
      }
      send={api.user.saveLearnerProfile}
      schema={Fields}
      values={opened}
      toInput={({ first_name, last_name, ...fields }) => ({
        organization_id,
        ...fields,
        // a name that an admin corrects meanwhile stays
        ...(first_name !== opened.first_name && { first_name }),
        ...(last_name !== opened.last_name && { last_name }),
      })}
      submit={onboarding ? "Continue" : "Save"}
      {...(onboarding ? {} : { success: "Your Changes Saved Successfully." })}
      onDone={(_, { first_name, last_name, phone: number }) => {
        refreshUser({ first_name, last_name: lastName().parse(last_name), phone: number });
        next();
      }}
      cancel={onboarding ? "Skip" : "Cancel"}
      onCancel={next}
    >
      <Panel>
        <SpaceBetween size="l">
          {onboarding ? null : <TextField name="first_name" label="First name" lengthMax={nameLengthMax} />}
          {onboarding ? null : (
            <TextField name="last_name" label="Last name" hint={oneNameHint} lengthMax={nameLengthMax} />
          )}
          <TextField
            name="title"
            label="Your title"
            optional
            lengthMax={100}
            placeholder="For example: Science teacher"
          />
          <TextField name="phone" label="Phone" optional inputMode="tel" />
          <TextAreaField name="overview" label="About you" optional rows={5} lengthMax={2000} />
        </SpaceBetween>
      </Panel>
    </CallForm>
  );
}
