import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod";
import { ApiError } from "../../api/api-error.ts";
import { api } from "../../api/client.ts";
import { CallForm } from "../../ui/forms/call-form.tsx";
import { FormDialog } from "../../ui/forms/form-dialog.tsx";
import { AnyCodeField, anyCode, OwnPasswordField, ownPassword } from "./proof-fields.tsx";

const Code = z.object({ code: anyCode });
const Password = z.object({ password: ownPassword });

/** A call that waits until its person has confirmed that it is them. */
export interface Proving {
  readonly resolve: () => void;
  readonly reject: (refusal: ApiError) => void;
}

const notConfirmed = () =>
  new ApiError("auth.proof-needed", "You didn’t confirm that it’s you, so nothing was changed.", 403);

/** Asks for the password, or for a code where its person has two-step sign-in; the page behind stays as it is. */
export default function ProveDialog({ resolve, reject, onEnd }: Proving & { readonly onEnd: () => void }) {
  const { data: factor, isPending } = useQuery(api.auth.readFactor.query({}));
  const [known, setKnown] = useState<"password" | "code">(); // it was turned on or off since that was read
  const close = () => {
    onEnd();
    reject(notConfirmed());
  };
  const around = {
    submit: "Continue",
    guarded: false,
    toInput: <Typed,>(typed: Typed) => typed,
    onCancel: close,
    onDone: () => {
      onEnd();
      resolve();
    },
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
