import { useEffect, useState } from "react";
import * as z from "zod";
import type { login } from "../../../shared/auth/calls.ts";
import { type Answer, api } from "../../api/client.ts";
import { isSomebodyElse } from "../../api/person.ts";
import { askAllAgain } from "../../api/queries.ts";
import { useSession } from "../../session/session.tsx";
import { renewSession } from "../../session/session-store.ts";
import { CallForm } from "../../ui/forms/call-form.tsx";
import { FormDialog } from "../../ui/forms/form-dialog.tsx";
import { AnyCodeField, anyCode, OwnPasswordField, ownPassword } from "./proof-fields.tsx";

const Code = z.object({ code: anyCode });
const Fields = z.object({ password: ownPassword });

/**
 * Asks for the password once more, and for a code where its person signs in with one, once the session is over; the page
 * behind stays as it is. Nobody but its person can sign in here.
 */
export function SignInAgain({ onClose }: { readonly onClose: () => void }) {
  const { email } = useSession().user;
  useEffect(() => askAllAgain, []); // once it is done: what could not be read meanwhile
  const [needsCode, setNeedsCode] = useState(false);
  const around = {
    guarded: false,
    onCancel: onClose,
    cancel: "Leave this page",
    onDone: (answer: Answer<typeof login>) => renewSession(answer),
  };
  if (needsCode)
    return (
      <FormDialog title="Enter your code" onClose={onClose}>
        <CallForm
          key="code"
          send={api.auth.loginCode}
          schema={Code}
          values={{ code: "" }}
          toInput={(typed) => typed}
          submit="Continue"
          {...around}
        >
          <AnyCodeField />
        </CallForm>
      </FormDialog>
    );
  return (
    <FormDialog title="Confirm it’s you" onClose={onClose}>
      <CallForm
        send={api.auth.login}
        schema={Fields}
        values={{ password: "" }}
        toInput={({ password }) => ({ email, password })}
        submit="Continue"
        fieldFor={({ code }) => (code === "ERRLOGIN" ? "password" : undefined)}
        onRefused={({ code }) => {
          setNeedsCode(code === "auth.code-needed");
          return code === "auth.code-needed";
        }}
        {...around}
      >
        <p>
          {isSomebodyElse() ? "This browser is now signed in as someone else." : "Your session has ended."} Enter your
          password to continue. Your changes are still here.
        </p>
        <OwnPasswordField />
      </CallForm>
    </FormDialog>
  );
}
