import { type ReactNode, useState } from "react";
import type { FieldValues } from "react-hook-form";
import * as paths from "../../shared/platform/paths.ts";
import { ApiError } from "../api/api-error.ts";
import { FormElement } from "../ui/forms/form-fields.tsx";
import { LightTextField } from "../ui/forms/light-fields.tsx";
import { rules } from "../ui/forms/rules.ts";
import { type CallFormState, useCallForm } from "../ui/forms/use-call-form.ts";
import { LightButton, LightDialog } from "../ui/look/light.tsx";
import { isEmail } from "./email.ts";

/** A form of the light pages: what was refused on top until something is edited, the fields, one button. */
export function LightForm<Values extends FieldValues, Checked>({
  of,
  button,
  disabled = false,
  after,
  children,
}: {
  readonly of: CallFormState<Values, Checked>;
  readonly button: string;
  readonly disabled?: boolean;
  /** What stands below the button. */
  readonly after?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <FormElement
      of={of}
      className="light-form"
      onChange={() => {
        of.clear();
        of.form.clearErrors();
      }}
    >
      {of.fault ? (
        <p className="light-alert" role="alert">
          {of.fault}
        </p>
      ) : null}
      {children}
      <LightButton type="submit" primary busy={of.pending} disabled={disabled}>
        {button}
      </LightButton>
      {after}
    </FormElement>
  );
}

/** Says what has been done and leads to sign-in. */
export function Done({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <LightDialog title={title} text={text}>
      <a className="light-button light-primary" href={paths.signIn}>
        Go Back to Login
      </a>
    </LightDialog>
  );
}

const anEmail = rules<{ email: string }>(({ email }) => (isEmail(email) ? {} : { email: "Please enter valid Email" }));

/** Asks for an e-mail address and has something sent to it. */
export function EmailForm({
  button,
  autoComplete,
  send,
  explain,
  sent,
}: {
  readonly button: string;
  readonly autoComplete: "username" | "email";
  readonly send: (email: string) => Promise<unknown>;
  readonly explain: (error: ApiError) => string;
  readonly sent: { readonly title: string; readonly text: string };
}) {
  const [done, setDone] = useState(false);
  const of = useCallForm({
    values: { email: "" },
    resolver: anEmail,
    send: async ({ email }) => {
      if (!navigator.onLine) throw new ApiError("network.lost", "NETWORK ERROR", 0); // it would wait, and go out by itself
      return send(email.trim());
    },
    onDone: () => setDone(true),
    fieldOf: (name) => name.split(".").at(-1) ?? name,
    explain,
  });
  return (
    <>
      <LightForm of={of} button={button} after={<a href={paths.signIn}>Back to sign in</a>}>
        <LightTextField label="Email" type="email" name="email" autoComplete={autoComplete} />
      </LightForm>
      {done ? <Done {...sent} /> : null}
    </>
  );
}
