import Alert from "@cloudscape-design/components/alert";
import Button from "@cloudscape-design/components/button";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useRef, useState } from "react";
import * as z from "zod";
import type { Credential } from "../../../shared/credential/credential.ts";
import type { update as updateCall } from "../../../shared/credential/draft-calls.ts";
import { credentialLimits } from "../../../shared/credential/parts.ts";
import { DetailsStep } from "../../../shared/credential/steps.ts";
import type { InputOf } from "../../../shared/http/call.ts";
import { api } from "../../api/client.ts";
import { write } from "../../api/queries.ts";
import { flash } from "../../ui/dialogs/flash.ts";
import { NumberField, TextField } from "../../ui/forms/fields.tsx";
import { FormElement } from "../../ui/forms/form-fields.tsx";
import { resolverFor } from "../../ui/forms/resolver.ts";
import { UnsavedChanges } from "../../ui/forms/unsaved-changes.tsx";
import { useCallForm } from "../../ui/forms/use-call-form.ts";
import { CredentialHeader } from "../credential-header.tsx";
import { updateRefusal } from "../update-refused.ts";

interface Values {
  title: string;
  price: number | null;
}

type Change = Pick<InputOf<typeof updateCall>, "step" | "credential_details" | "price">;

/** A price from 1 to 9999 whole dollars; one that was free or not set may stay so. */
const fieldsOf = ({ price: before }: Credential) =>
  z.object({
    title: DetailsStep.shape.title,
    price: z
      .number()
      .int("Enter whole dollars from 1 to 9999")
      .nullable()
      .refine(
        (price) => price === before || (price !== null && price >= 1 && price <= credentialLimits.priceMax),
        "Enter whole dollars from 1 to 9999",
      ),
  });

/** The header card with title and price as fields. Each is saved when it has changed; a price makes a new revision. */
export default function EditTitleAndPrice({
  credential,
  parts,
  onClose,
}: {
  readonly credential: Credential;
  readonly parts: { readonly title: boolean; readonly price: boolean };
  readonly onClose: () => void;
}) {
  const { organization_id, credential_id } = credential;
  /** The credential as saved last: of two changes the second goes on from the first, also when it is tried again. */
  const saved = useRef(credential);
  if (credential.version > saved.current.version) saved.current = credential;
  const [opened] = useState({ title: credential.title, price: credential.price });
  const update = async (change: Change) => {
    const { version } = saved.current;
    saved.current = await write(api.credential.update, { organization_id, credential_id, version, ...change });
  };
  const of = useCallForm({
    resolver: resolverFor<Values, Values>(fieldsOf(credential)),
    values: opened,
    mode: "onTouched",
    fieldOf: (name) => name.replace(/^credential_details\./, ""),
    send: async ({ title, price }) => {
      const { credential_details } = saved.current;
      // what was not typed here stays as somebody else may have saved it meanwhile
      if (title !== opened.title && title !== credential_details.title)
        await update({ step: 0, credential_details: { ...credential_details, title } });
      if (price !== null && price !== opened.price && price !== saved.current.price) await update({ step: 4, price });
    },
    onDone: () => {
      flash("success", "Credential saved.");
      onClose();
    },
    ...updateRefusal,
  });
  return (
    <>
      <FormElement of={of}>
        <CredentialHeader
          credential={credential}
          {...(parts.title && {
            title: (
              <>
                <h1 className="visually-hidden">{credential.title}</h1>
                <TextField name="title" label="Title" lengthMax={credentialLimits.titleCharacters} />
              </>
            ),
          })}
          {...(parts.price && {
            price: (
              <NumberField name="price" label="Price in dollars" whole digitsMax={4} hint={revisionHint(credential)} />
            ),
          })}
          actions={
            <SpaceBetween size="s">
              {of.fault ? <Alert type="error">{of.fault}</Alert> : null}
              <SpaceBetween direction="horizontal" size="xs">
                <Button variant="primary" formAction="submit" loading={of.pending}>
                  Save
                </Button>
                <Button formAction="none" variant="link" onClick={onClose}>
                  Cancel
                </Button>
              </SpaceBetween>
            </SpaceBetween>
          }
        />
      </FormElement>
      <UnsavedChanges when={of.unsaved} />
    </>
  );
}

const revisionHint = ({ status }: Credential) =>
  status === "published" ? "Applies to new applications only." : undefined;
