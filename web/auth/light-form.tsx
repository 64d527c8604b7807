import { type FormEvent, type ReactNode, useState } from "react";
import * as paths from "../../shared/platform/paths.ts";
import { ApiError } from "../api/api-error.ts";
import { LightButton, LightDialog, LightField } from "../ui/light.tsx";
import { isEmail } from "./email.ts";

/** A form of the light pages: what was refused on top, the fields, one button. While it is `busy` it is not sent again. */
export function LightForm({
  fault,
  button,
  busy,
  disabled = false,
  onSubmit,
  after,
  children,
}: {
  readonly fault: string | undefined;
  readonly button: string;
  readonly busy: boolean;
  readonly disabled?: boolean;
  readonly onSubmit: () => unknown;
  /** What stands below the button. */
  readonly after?: ReactNode;
  readonly children: ReactNode;
}) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) onSubmit();
  };
  return (
    <form className="light-form" noValidate onSubmit={submit}>
      {fault ? (
        <p className="light-alert" role="alert">
          {fault}
        </p>
      ) : null}
      {children}
      <LightButton type="submit" primary busy={busy} disabled={disabled}>
        {button}
      </LightButton>
      {after}
    </form>
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

/** Asks for an e-mail address and has something sent to it. */
export function EmailForm({
  button,
  autoComplete,
  send,
  messageOf,
  sent,
}: {
  readonly button: string;
  readonly autoComplete: "username" | "email";
  readonly send: (email: string) => Promise<unknown>;
  readonly messageOf: (error: unknown) => string;
  readonly sent: { readonly title: string; readonly text: string };
}) {
  const [email, setEmail] = useState("");
  const [invalid, setInvalid] = useState(false);
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(false);
  const submit = async () => {
    if (!isEmail(email)) return setInvalid(true);
    setBusy(true);
    setFault(undefined);
    try {
      await send(email.trim());
      setDone(true);
    } catch (error) {
      if (error instanceof ApiError && error.code === "input.invalid") setInvalid(true);
      else setFault(messageOf(error));
    }
    setBusy(false);
  };
  return (
    <>
      <LightForm
        fault={fault}
        button={button}
        busy={busy}
        onSubmit={submit}
        after={<a href={paths.signIn}>Back to sign in</a>}
      >
        <LightField
          label="Email"
          type="email"
          name="email"
          autoComplete={autoComplete}
          value={email}
          error={invalid ? "Please enter valid Email" : undefined}
          onChange={(event) => {
            setEmail(event.target.value);
            setInvalid(false);
            setFault(undefined);
          }}
        />
      </LightForm>
      {done ? <Done {...sent} /> : null}
    </>
  );
}
