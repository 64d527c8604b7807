import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod";
import { ApiError } from "../../api/api-error.ts";
import { api } from "../../api/client.ts";
import { CallForm } from "../../ui/forms/call-form.tsx";
import { FormDialog } from "../../ui/forms/form-dialog.tsx";
import { AnyCodeField, anyCode, OwnPasswordField, ownPassword } from "./proof-fields.tsx";
import { SetUpFactorDialog } from "./set-up-factor-dialog.tsx";

const Code = z.object({ code: anyCode });
const Password = z.object({ password: ownPassword });

/** How a call goes on that waits until its person has confirmed that it is them, and the others that wait. */
export type Waiting = readonly [
  ends: readonly [goOn: () => void, giveUp: (refusal: ApiError) => void],
  others: Waiting | undefined,
  /** Of the refusal that it waits by. */
  code: string,
];

const notConfirmed = () =>
  new ApiError("auth.proof-needed", "You didn’t confirm that it’s you, so nothing was changed.", 403);

/** The calls that wait, and what lets them. */
export interface Proving {
  readonly waiting: Waiting | undefined;
  readonly setWaiting: (none: undefined) => void;
}

const needsFactor = (waiting: Waiting | undefined): boolean =>
  waiting !== undefined && (waiting[2] === "auth.factor-required" || needsFactor(waiting[1]));

/** Asks for what those that wait were refused for: a second factor, which is a proof, too, or a proof. Without the factor they are refused once more. */
export function WaitingDialog({ waiting, setWaiting }: Proving) {
  if (!needsFactor(waiting)) return <ProveDialog waiting={waiting} setWaiting={setWaiting} />;
  const goOn = () => {
    setWaiting(undefined);
    for (let each: Waiting | undefined = waiting; each; [, each] = each) each[0][0]();
  };
  return <SetUpFactorDialog required onClose={goOn} />;
}

/** Asks for the password, or for a code where its person has two-step sign-in; the page behind stays as it is. */
function ProveDialog({ waiting, setWaiting }: Proving) {
  const { data: factor, isPending } = useQuery(api.auth.readFactor.query({}));
  const [known, setKnown] = useState<"password" | "code">(); // it was turned on or off since that was read
  const end = (act: (ends: Waiting[0]) => void) => {
    setWaiting(undefined);
    for (let each: Waiting | undefined = waiting; each; [, each] = each) act(each[0]);
  };
  const close = () => end(([, giveUp]) => giveUp(notConfirmed()));
  const around = {
    submit: "Continue",
    guarded: false,
    toInput: <Typed,>(typed: Typed) => typed,
    onCancel: close,
    onDone: () => end(([goOn]) => goOn()),
    onRefused: ({ code, fields }: ApiError) => {
      const wanted = code === "auth.code-needed" ? "code" : "password" in fields ? "password" : undefined;
      if (wanted === undefined || wanted === way) return false;
      setKnown(wanted);
      return true;
    },
  };
  const way = known ?? (factor?.is_on ? "code" : "password");
  return (
    <FormDialog title="Confirm it’s you" onClose={close}>
      {isPending ? (
        <p role="status">Loading…</p>
      ) : way === "code" ? (
        <CallForm key="code" send={api.auth.prove} schema={Code} values={{ code: "" }} {...around}>
          <p>For security, enter a code to continue.</p>
          <AnyCodeField autoFocus />
        </CallForm>
      ) : (
        <CallForm send={api.auth.prove} schema={Password} values={{ password: "" }} {...around}>
          <p>For security, enter your password to continue.</p>
          <OwnPasswordField />
        </CallForm>
      )}
    </FormDialog>
  );
}
