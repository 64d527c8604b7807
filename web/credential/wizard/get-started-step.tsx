import SpaceBetween from "@cloudscape-design/components/space-between";
import Toggle from "@cloudscape-design/components/toggle";
import { useEffect } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import * as z from "zod";
import type { Credential } from "../../../shared/credential/credential.ts";
import { credentialLimits } from "../../../shared/credential/parts.ts";
import { dateIn, isExpired, mayExpireOn } from "../../../shared/credential/rules.ts";
import { DetailsStep, ValidityMonths } from "../../../shared/credential/steps.ts";
import { folderRuleInWords } from "../../../shared/file/rules.ts";
import { defaultTimezone } from "../../../shared/organization/timezone.ts";
import { api } from "../../api/client.ts";
import { write } from "../../api/queries.ts";
import { useBadgrConnected } from "../../content/badgr/connected.ts";
import { useSession } from "../../session/session.tsx";
import { DateField } from "../../ui/forms/date-field.tsx";
import { NumberField, TextField } from "../../ui/forms/fields.tsx";
import { FileField } from "../../ui/forms/files/file-field.tsx";
import { ImageField } from "../../ui/forms/files/image-field.tsx";
import { RichTextField } from "../../ui/forms/rich-text/rich-text-field.tsx";
import { Panel } from "../../ui/look/panel.tsx";
import { Badge } from "../../ui/look/pictures/badge.tsx";
import { FirstCredential, useIsFirstCredential } from "./first-credential.tsx";
import { StepForm } from "./step-form.tsx";
import { useOrganizationColour } from "./use-organization-colour.ts";
import { useWizard } from "./wizard-context.ts";

/** The form's fields: those of the contract, with the two switches that turn expiration and credit on. */
const schemaFor = (today: string, stored: string | null) =>
  z
    .object({
      ...DetailsStep.shape,
      scech: z.number("Invalid SCECH").nullable(),
      expires: z.boolean(),
      gives_credit: z.boolean(),
      validity_months: z.number().nullable(),
      runs_out: z.boolean(),
    })
    .superRefine(({ expires, expiration_date, gives_credit, scech, runs_out, validity_months }, context) => {
      const lasts = (date: string) => (date === stored ? !isExpired(date, today) : mayExpireOn(date, today));
      if (expires && (!expiration_date || !lasts(expiration_date)))
        context.addIssue({ code: "custom", path: ["expiration_date"], message: "Invalid Date" });
      const hours = scech ?? 0;
      if (gives_credit && (hours < 1 || hours > credentialLimits.scechMax || !Number.isInteger(hours)))
        context.addIssue({ code: "custom", path: ["scech"], message: "Invalid SCECH" });
      const { error } = runs_out ? ValidityMonths.safeParse(validity_months ?? undefined) : {};
      if (error) context.addIssue({ code: "custom", path: ["validity_months"], message: error.issues[0]!.message });
    });
type Values = z.input<ReturnType<typeof schemaFor>>;

const valuesOf = (credential: Credential | undefined): Values => {
  const details = credential?.credential_details;
  return {
    title: details?.title ?? "",
    description: details?.description ?? "",
    score_description: details?.score_description ?? "",
    credential_resources: details?.credential_resources ?? "",
    attachments: details?.attachments ?? [],
    expires: Boolean(details?.expiration_date),
    expiration_date: details?.expiration_date ?? null,
    gives_credit: (details?.scech ?? 0) > 0,
    scech: details?.scech || null,
    runs_out: details?.validity_months !== undefined,
    validity_months: details?.validity_months ?? null,
    badgrImage: details?.badgrImage ?? "",
    badgrIssuer: details?.badgrIssuer ?? "",
  };
};

const detailsOf = ({ expires, gives_credit, expiration_date, scech, runs_out, validity_months, ...rest }: Values) => ({
  ...rest,
  expiration_date: expires ? (expiration_date ?? null) : null,
  scech: gives_credit ? (scech ?? 0) : 0,
  validity_months: runs_out ? validity_months : null,
});

/** Step 0: title, descriptions, resources, and whether it expires and gives credit. */
export function GetStartedStep() {
  const { organization_id, credential } = useWizard();
  const connected = useBadgrConnected();
  const isFirst = useIsFirstCredential(organization_id, credential === undefined);
  const { organization } = useSession();
  const today = dateIn(organization?.timezone ?? defaultTimezone, Date.now());
  const stored = credential?.credential_details.expiration_date ?? null;
  return (
    <StepForm
      schema={schemaFor(today, stored)}
      valuesOf={valuesOf}
      fieldOf={(name) => name.replace(/^credential_details\./, "")}
      unfinishedOf={({ badgrImage = "", badgrIssuer = "", attachments = [], expiration_date = null, ...rest }) => {
        const isNew = badgrImage.startsWith("data:");
        const details = { ...rest, badgrIssuer, attachments, expiration_date, ...(isNew ? {} : { badgrImage }) };
        return { part: { credential_details: details }, ...(isNew && { without: "the badge image" }) };
      }}
      typedOf={({ credential_details }) => credential_details}
      send={(typed, over) => {
        const credential_details = detailsOf(typed);
        if (!over) return write(api.credential.create, { organization_id, credential_details });
        const { credential_id, version } = over;
        return write(api.credential.update, {
          organization_id,
          credential_id,
          version,
          step: 0,
          credential_details,
          btnType: "continue",
        });
      }}
    >
      <TitleHeard />
      {isFirst ? <FirstCredential /> : null}
      <Panel title="The credential">
        <SpaceBetween size="l">
          <TextField
            name="title"
            label="Title"
            stretch
            placeholder="For example: Differentiated instruction in mixed classrooms"
            constraint={`At most ${credentialLimits.titleCharacters} characters.`}
            lengthMax={credentialLimits.titleCharacters}
          />
          <RichTextField
            name="description"
            label="Description"
            hint="What learners will do and what the credential says about those who earn it."
          />
          <RichTextField
            name="score_description"
            label="Score description"
            hint="How the work is scored overall. Each section gets its own rubric in the next step."
          />
        </SpaceBetween>
      </Panel>
      <Panel title="Resources">
        <SpaceBetween size="l">
          <RichTextField
            name="credential_resources"
            label="Upload description"
            hint="Tell learners what the resources are for and what to upload with their work."
          />
          <FileField
            name="attachments"
            label="Resources"
            optional
            folder="resources"
            organization_id={organization_id}
            countMax={10}
            constraint={`${folderRuleInWords("resources")} each, at most 10 files.`}
          />
        </SpaceBetween>
      </Panel>
      <Panel title="Expiration and credit">
        <SpaceBetween size="l">
          <Switch name="expires" label="This credential expires" empties="expiration_date">
            <DateField name="expiration_date" label="Expiration date" after={today} utcMidnight />
          </Switch>
          <Switch
            name="gives_credit"
            label="This credential offers continuing-education credit (SCECH)"
            empties="scech"
          >
            <NumberField
              name="scech"
              label="Credit hours"
              whole
              digitsMax={2}
              constraint={`Whole hours, at most ${credentialLimits.scechMax} SCECH.`}
            />
          </Switch>
          <Switch name="runs_out" label="Certificates are valid for a limited time" empties="validity_months">
            <NumberField
              name="validity_months"
              label="Months from the day it’s earned"
              whole
              digitsMax={3}
              constraint={`From 1 to ${credentialLimits.validityMonthsMax} months. Learners are reminded 60 and 14 days before the end.`}
            />
          </Switch>
        </SpaceBetween>
      </Panel>
      {connected ? (
        <BadgeSettings
          organization_id={organization_id}
          locked={credential?.credential_details.entity_type === "BadgeClass"}
        />
      ) : null}
    </StepForm>
  );
}

/** Tells the frame the title as it is typed. */
function TitleHeard() {
  const { noteTitle } = useWizard();
  const title = useWatch<Values, "title">({ name: "title" });
  useEffect(() => noteTitle(title ?? ""), [title, noteTitle]);
  return null;
}

/** The badge of the credential, where the organization is connected to the badge service. */
function BadgeSettings({ organization_id, locked }: { readonly organization_id: string; readonly locked: boolean }) {
  const title = useWatch<Values, "title">({ name: "title" });
  const colour = useOrganizationColour(organization_id);
  return (
    <Panel
      title="Badge"
      description={
        locked
          ? "This badge exists at the badge service, so its settings are locked."
          : "Add an image and an issuer to award a Badgr badge to everyone who earns this credential."
      }
    >
      <SpaceBetween size="l">
        <ImageField
          name="badgrImage"
          kind="badge"
          label="Badge image"
          hint="If you don’t upload an image, we’ll use this badge, made from the title in your organization’s color."
          empty={<Badge title={title ?? ""} colour={colour} size={72} />}
          optional
          readOnly={locked}
        />
        <TextField
          name="badgrIssuer"
          label="Badge issuer’s email"
          optional
          readOnly={locked}
          inputMode="email"
          constraint="The email of an issuer in your badge service account."
          lengthMax={254}
        />
      </SpaceBetween>
    </Panel>
  );
}

/** A switch with a field that is only there, and only counts, while it is on. */
function Switch({
  name,
  label,
  empties,
  children,
}: {
  readonly name: "expires" | "gives_credit" | "runs_out";
  readonly label: string;
  readonly empties: "expiration_date" | "scech" | "validity_months";
  readonly children: React.ReactNode;
}) {
  const { setValue, clearErrors } = useFormContext<Values>();
  const on = useWatch<Values>({ name }) === true;
  return (
    <SpaceBetween size="s">
      <Toggle
        checked={on}
        onChange={({ detail }) => {
          setValue(name, detail.checked, { shouldDirty: true });
          if (!detail.checked) {
            setValue(empties, null, { shouldDirty: true });
            clearErrors(empties);
          }
        }}
      >
        {label}
      </Toggle>
      {on ? <div className="wizard-narrow">{children}</div> : null}
    </SpaceBetween>
  );
}
