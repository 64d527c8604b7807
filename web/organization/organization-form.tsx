import Button from "@cloudscape-design/components/button";
import ColumnLayout from "@cloudscape-design/components/column-layout";
import { type ReactNode, useMemo } from "react";
import * as z from "zod";
import type { Call, InputOf } from "../../shared/http/call.ts";
import { defaultColour } from "../../shared/organization/colour.ts";
import { type Organization, organizationFields, organizationNameMax } from "../../shared/organization/organization.ts";
import { defaultTimezone } from "../../shared/organization/timezone.ts";
import type { Answer, WriteCall } from "../api/client.ts";
import { organizationNameShown } from "../content/organization/organization-name.ts";
import { CallForm } from "../ui/forms/call-form.tsx";
import { TextAreaField, TextField } from "../ui/forms/fields.tsx";
import { ImageField } from "../ui/forms/files/image-field.tsx";
import { SelectField } from "../ui/forms/select-fields.tsx";
import { KeyValues } from "../ui/look/key-values.tsx";
import { Panel } from "../ui/look/panel.tsx";
import { Picture } from "../ui/look/pictures/picture.tsx";
import { ColourField } from "./colour-field.tsx";
import { timeZoneChoices } from "./time-zones.ts";

const WireFields = z.object(organizationFields);
const { logo: logoField, ...textFields } = organizationFields;
/** A stored logo is an address, a new one a data URL, none is empty: only a change is sent. */
const FormFields = z.object({
  ...textFields,
  logo: z.union([z.string().startsWith("/media/"), z.literal(""), logoField]),
});
type FormValues = z.input<typeof FormFields>;

const isNewLogo = (logo: FormValues["logo"]) => !logo?.startsWith("/media/");

/** What of the form goes out: the logo only when it was changed, its type beside it. */
function changed({ logo, ...rest }: FormValues): z.input<typeof WireFields> {
  if (!isNewLogo(logo)) return rest;
  if (!logo) return { ...rest, logo: null };
  return { ...rest, logo, logo_type: logo.startsWith("data:image/png") ? "image/png" : "image/jpeg" };
}

/** The organization form in its writing modes; `send` is the call it fills. */
export function OrganizationForm<C extends Call>({
  send,
  organization,
  toInput,
  ...form
}: {
  readonly send: WriteCall<C>;
  readonly organization?: Organization | undefined;
  readonly toInput: (fields: z.input<typeof WireFields>) => InputOf<C>;
  readonly submit: string;
  readonly success?: string;
  readonly failure?: string;
  readonly header?: ReactNode;
  readonly actions?: ReactNode;
  readonly onDone: string | ((answer: Answer<C>) => void);
  readonly onCancel?: string | (() => void);
  readonly cancel?: string;
}) {
  const zones = useMemo(() => timeZoneChoices(organization?.timezone), [organization?.timezone]);
  return (
    <CallForm
      {...form}
      follows
      send={send}
      schema={FormFields}
      values={{
        name: organization?.name ?? "",
        description: organization?.description ?? "",
        domain_url: organization?.domain_url ?? "",
        address: organization?.address ?? "",
        phone: organization?.phone ?? "",
        timezone: organization?.timezone ?? defaultTimezone,
        logo: organization?.logo ?? null,
        colour: organization?.colour ?? null,
      }}
      toInput={(values) => toInput(changed(values))}
    >
      <Panel title="Organization">
        <ColumnLayout columns={1}>
          <TextField name="name" label="Name" lengthMax={organizationNameMax + 20} autoComplete="organization" />
          <TextAreaField name="description" label="Description" rows={5} />
          <ImageField name="logo" kind="logo" label="Logo" hint="Shown on certificates in place of a badge." optional />
          <ColourField
            name="colour"
            label="Color"
            hint="Used for certificates and for badges without an image. White text must be readable on it."
            optional
          />
        </ColumnLayout>
      </Panel>
      <Panel title="Contact">
        <ColumnLayout columns={2}>
          <TextField name="address" label="Address" optional autoComplete="street-address" />
          <TextField
            name="phone"
            label="Phone"
            optional
            inputMode="tel"
            autoComplete="tel"
            constraint="10 digits, such as 555 010 1234."
          />
          <TextField name="domain_url" label="Website" optional type="url" placeholder="https://" />
          <SelectField name="timezone" label="Time zone" choices={zones} />
        </ColumnLayout>
      </Panel>
    </CallForm>
  );
}

function ColourShown({ colour }: Pick<Organization, "colour">) {
  return (
    <span className="colour-shown">
      <span className="colour-swatch" style={{ backgroundColor: colour ?? defaultColour }} />
      {colour ?? "Not set. Badges are green."}
    </span>
  );
}

/** The organization as its members read it, with an Edit control for those who may, and Cancel to go back for the others. */
export function OrganizationView({
  organization,
  title = organizationNameShown(organization.name),
  onEdit,
  onCancel,
}: {
  readonly organization: Organization;
  readonly title?: string;
  readonly onEdit?: (() => void) | undefined;
  readonly onCancel?: (() => void) | undefined;
}) {
  const zone = timeZoneChoices(organization.timezone).find(({ value }) => value === organization.timezone);
  const text = (value: string | undefined) => value || "–";
  return (
    <Panel
      title={title}
      actions={
        onEdit ? (
          <Button onClick={onEdit}>Edit</Button>
        ) : onCancel ? (
          <Button variant="link" onClick={onCancel}>
            Cancel
          </Button>
        ) : undefined
      }
    >
      <div className="person-head">
        {organization.logo ? (
          <Picture src={organization.logo} alt={`Logo of ${organizationNameShown(organization.name)}`} width={88} />
        ) : null}
        <div className="person-facts">
          <KeyValues
            columns={2}
            items={[
              { label: "Description", value: text(organization.description) },
              { label: "Address", value: text(organization.address) },
              { label: "Phone", value: text(organization.phone) },
              { label: "Website", value: text(organization.domain_url) },
              { label: "Time zone", value: zone?.label ?? organization.timezone },
              { label: "Color", value: <ColourShown colour={organization.colour} /> },
            ]}
          />
        </div>
      </div>
    </Panel>
  );
}
