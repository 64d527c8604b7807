import FormField from "@cloudscape-design/components/form-field";
import RadioGroup from "@cloudscape-design/components/radio-group";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useFormContext } from "react-hook-form";
import { useLocation } from "react-router";
import * as z from "zod";
import { type Organization, organizationName, organizationNameMax } from "../../shared/organization/organization.ts";
import * as paths from "../../shared/platform/paths.ts";
import { type IssuerProfile, saveIssuerProfile } from "../../shared/reviewer/calls.ts";
import { api } from "../api/client.ts";
import { useSession } from "../session/session.tsx";
import { refreshOrganization } from "../session/session-store.ts";
import { CallForm } from "../ui/forms/call-form.tsx";
import { TextField } from "../ui/forms/fields.tsx";
import { ImageField } from "../ui/forms/files/image-field.tsx";
import { RichTextField } from "../ui/forms/rich-text/rich-text-field.tsx";
import { useField } from "../ui/forms/use-field.ts";
import { PageHeader } from "../ui/look/page-header.tsx";
import { Panel } from "../ui/look/panel.tsx";
import { OrganizationForm } from "./organization-form.tsx";

const Fields = z.object({
  internal: z.boolean(),
  organization_name: organizationName,
  overview: saveIssuerProfile.input.shape.overview,
  image: z.string(),
});

/** `/completeYourAccount`: an issuer's account; who is the first of a new organization gives it its particulars before. */
export function Page() {
  const { organization_id, role, can } = useSession();
  const asked = (useLocation().state as { internal?: boolean } | null)?.internal ?? role === "issuer";
  const { data: organization } = useSuspenseQuery(api.organization.read.query({ organization_id }));
  const { profile } = useSuspenseQuery(api.reviewer.readIssuerProfile.query({ organization_id })).data;
  if (!organization.is_set_up && can(api.organization.setUp)) return <FirstOfAll organization={organization} />;
  return <Issuer organization={organization} internal={profile?.is_internal ?? asked} saved={profile} />;
}

function FirstOfAll({ organization }: { readonly organization: Organization }) {
  const { organization_id } = organization;
  return (
    <OrganizationForm
      header={
        <PageHeader
          title="Complete your account"
          description="You’re the first person in your organization. This is how it appears to learners and on every certificate."
        />
      }
      send={api.organization.setUp}
      organization={organization}
      toInput={(fields) => ({ ...fields, organization_id })}
      submit="Save and continue"
      onDone={refreshOrganization}
    />
  );
}

/**
 * Internal, the organization's own particulars are shown read-only; otherwise they are the issuer's to write. `saved` is
 * what was written before: the profile leads here to change it.
 */
function Issuer({
  organization,
  internal,
  saved,
}: {
  readonly organization: Organization;
  readonly internal: boolean;
  readonly saved: IssuerProfile | null;
}) {
  const { organization_id } = organization;
  return (
    <CallForm
      header={
        <PageHeader
          title={saved ? "Your issuer profile" : "Complete your account"}
          description="Choose the name you issue credentials under. Learners see it on every credential."
        />
      }
      send={api.reviewer.saveIssuerProfile}
      schema={Fields}
      values={{
        internal,
        organization_name: saved?.organization_name ?? organization.name,
        overview: saved?.overview ?? (internal ? organization.description : ""),
        image: saved?.image ?? (internal ? (organization.logo ?? "") : ""),
      }}
      toInput={({ image, internal: is_internal, ...fields }) => ({
        ...fields,
        organization_id,
        is_internal,
        ...(image.startsWith("/media/") ? {} : { image: image || null }),
      })}
      failure="Failed to create issuer profile"
      {...(saved
        ? {
            submit: "Save",
            onCancel: paths.profile,
            success: "Your Changes Saved Successfully.",
            onDone: paths.profile,
          }
        : { submit: "Continue", onDone: paths.accountReady })}
    >
      <Panel>
        <IssuerFields organization={organization} />
      </Panel>
    </CallForm>
  );
}

function IssuerFields({ organization }: { readonly organization: Organization }) {
  const { setValue } = useFormContext<z.input<typeof Fields>>();
  const { value: internal, set, ref } = useField<boolean>({ name: "internal" });
  const choose = (inItsName: boolean) => {
    set(inItsName);
    if (!inItsName) return setValue("organization_name", "");
    setValue("organization_name", organization.name, { shouldValidate: true });
    setValue("overview", organization.description, { shouldValidate: true });
    setValue("image", organization.logo ?? "", { shouldValidate: true });
  };
  return (
    <SpaceBetween size="l">
      <FormField label="Who issues your credentials?">
        <RadioGroup
          ref={ref}
          value={internal ? "organization" : "own"}
          items={[
            {
              value: "organization",
              label: organization.name,
              description: `Issue credentials as ${organization.name}.`,
            },
            {
              value: "own",
              label: "A different name",
              description: `For example, a department. Learners see “${organization.name}, written by” and this name.`,
            },
          ]}
          onChange={({ detail }) => choose(detail.value === "organization")}
        />
      </FormField>
      <ImageField name="image" kind="logo" label="Image" optional readOnly={internal} />
      <TextField name="organization_name" label="Name" lengthMax={organizationNameMax} readOnly={internal} />
      <RichTextField name="overview" label="Overview" readOnly={internal} />
    </SpaceBetween>
  );
}
