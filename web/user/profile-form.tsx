import SpaceBetween from "@cloudscape-design/components/space-between";
import { type ReactNode, useState } from "react";
import * as z from "zod";
import type { InputOf } from "../../shared/http/call.ts";
import { nameLengthMax, noLastName, oneNameHint } from "../../shared/platform/full-name.ts";
import { personName, phone, picture } from "../../shared/platform/person.ts";
import type { update } from "../../shared/user/calls.ts";
import type { Profile } from "../../shared/user/user.ts";
import { api } from "../api/client.ts";
import { CallForm } from "../ui/forms/call-form.tsx";
import { TextField } from "../ui/forms/fields.tsx";
import { ImageField } from "../ui/forms/files/image-field.tsx";
import { Panel } from "../ui/look/panel.tsx";

const Fields = z.object({
  first_name: personName(),
  last_name: personName(),
  phone,
  /** The stored picture's address, a new one as a data URL, or empty for none. */
  image: z.union([z.string().startsWith("/media/"), z.literal(""), picture]),
  role: z.string().optional(),
});
/** The profile form's values; `role` is a choice of `roleChoices`. */
export type ProfileValues = z.input<typeof Fields>;

/** Name, phone and picture of a person; further fields as children. What was not changed is left as somebody else may make it. */
export function ProfileForm({
  profile,
  role,
  more,
  header,
  children,
  onDone,
  onCancel,
}: {
  readonly profile: Profile;
  readonly role?: string;
  /** What goes out besides the changed fields; it hears of a role that was chosen. */
  readonly more: (role: string | undefined) => InputOf<typeof update>;
  readonly header: ReactNode;
  readonly children?: ReactNode;
  readonly onDone: (profile: Profile) => void;
  readonly onCancel: () => void;
}) {
  const { editable } = profile;
  const [opened] = useState<ProfileValues>({
    first_name: profile.first_name,
    last_name: profile.last_name || noLastName,
    phone: profile.phone ?? "",
    image: profile.image ?? "",
    ...(role === undefined ? {} : { role }),
  });
  return (
    <CallForm
      header={header}
      send={api.user.update}
      schema={Fields}
      values={opened}
      toInput={(values) => {
        const { image } = values;
        const changed = (["first_name", "last_name", "phone"] as const).filter((name) => values[name] !== opened[name]);
        const fields = Object.fromEntries(changed.map((name) => [name, values[name]]));
        const picked = image.startsWith("/media/") ? {} : { image: image || null };
        const given = values.role === opened.role ? undefined : values.role;
        return { ...(editable ? { ...fields, ...picked } : {}), ...more(given) };
      }}
      submit="Save"
      success="Your Changes Saved Successfully."
      onDone={onDone}
      onCancel={onCancel}
    >
      <Panel>
        <SpaceBetween size="l">
          <ImageField name="image" kind="avatar" label="Avatar" optional readOnly={!editable} />
          <TextField name="first_name" label="First name" lengthMax={nameLengthMax} readOnly={!editable} />
          <TextField
            name="last_name"
            label="Last name"
            hint={oneNameHint}
            lengthMax={nameLengthMax}
            readOnly={!editable}
          />
          <TextField name="phone" label="Phone" optional inputMode="tel" readOnly={!editable} />
          {children}
        </SpaceBetween>
      </Panel>
    </CallForm>
  );
}
