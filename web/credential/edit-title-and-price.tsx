import Alert from "@cloudscape-design/components/alert";
import Button from "@cloudscape-design/components/button";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useMutation } from "@tanstack/react-query";
import { FormProvider, useForm } from "react-hook-form";
import * as z from "zod";
import type { Credential } from "../../shared/credential/credential.ts";
import { credentialLimits } from "../../shared/credential/parts.ts";
import { DetailsStep } from "../../shared/credential/steps.ts";
import { ApiError } from "../api/api-error.ts";
import { api } from "../api/client.ts";
import { flash } from "../app/flash.ts";
import { NumberField, TextField } from "../ui/fields.tsx";
import { resolverFor } from "../ui/resolver.ts";
import { UnsavedChanges } from "../ui/unsaved-changes.tsx";
import { CredentialHeader } from "./credential-header.tsx";
import { updateRefused } from "./update-refused.ts";

interface Values {
  title: string;
  price: number | null;
}

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
  const form = useForm<Values>({
    resolver: resolverFor<Values>(fieldsOf(credential)),
    defaultValues: { title: credential.title, price: credential.price },
    mode: "onTouched",
  });
  const update = useMutation(api.credential.update.mutation());
  const { organization_id, credential_id, credential_details } = credential;

  const save = form.handleSubmit(async ({ title, price }) => {
    let { version } = credential;
    const subject = { organization_id, credential_id };
    try {
      if (title !== credential.title)
        ({ version } = await update.mutateAsync({
          ...subject,
          version,
          step: 0,
          credential_details: { ...credential_details, title },
        }));
      if (price !== null && price !== credential.price)
        await update.mutateAsync({ ...subject, version, step: 4, price });
      flash("success", "Credential saved.");
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const at = "price" in error.fields ? "price" : "credential_details.title" in error.fields ? "title" : "root";
      form.setError(at, { message: updateRefused(error) });
    }
  });
  const { isDirty, isSubmitting, errors } = form.formState;
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void save(event)}>
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
              {errors.root ? <Alert type="error">{errors.root.message}</Alert> : null}
              <SpaceBetween direction="horizontal" size="xs">
                <Button variant="primary" formAction="submit" loading={isSubmitting}>
                  Save
                </Button>
                <Button formAction="none" variant="link" onClick={onClose}>
                  Cancel
                </Button>
              </SpaceBetween>
            </SpaceBetween>
          }
        />
      </form>
      <UnsavedChanges when={isDirty && !isSubmitting} />
    </FormProvider>
  );
}

const revisionHint = ({ status }: Credential) =>
  status === "published" ? "Counts for new applications only." : undefined;
