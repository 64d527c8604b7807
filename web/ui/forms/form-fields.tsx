import type { ComponentProps, ReactNode } from "react";
import { type FieldValues, FormProvider } from "react-hook-form";
import { type CallFormState, ShownFields } from "./use-call-form.ts";

/** Gives a form to the fields within. */
export function FormFields<Values extends FieldValues, Checked>({
  of,
  children,
}: {
  readonly of: CallFormState<Values, Checked>;
  readonly children: ReactNode;
}) {
  return (
    <FormProvider {...of.form}>
      <ShownFields value={of.shown}>{children}</ShownFields>
    </FormProvider>
  );
}

/** A form's element around its fields: Enter and the submit button send it, and no form around this one. */
export function FormElement<Values extends FieldValues, Checked>({
  of,
  children,
  ...element
}: Pick<ComponentProps<"form">, "className" | "onChange" | "children"> & {
  readonly of: CallFormState<Values, Checked>;
}) {
  return (
    <FormFields of={of}>
      <form
        noValidate
        {...element}
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          void of.submit();
        }}
      >
        {children}
      </form>
    </FormFields>
  );
}
