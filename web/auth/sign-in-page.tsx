import { useEffect, useRef } from "react";
import { brand } from "../../shared/platform/brand.ts";
import * as paths from "../../shared/platform/paths.ts";
import type { ApiError } from "../api/api-error.ts";
import { api } from "../api/client.ts";
import { endSession } from "../api/end-session.ts";
import { write } from "../api/queries.ts";
import { storedToken } from "../api/token.ts";
import { beginSession, currentSession, forgetSession } from "../app/session.tsx";
import { LightCheckbox, LightTextField } from "../ui/light-fields.tsx";
import { rules } from "../ui/rules.ts";
import { useCallForm } from "../ui/use-call-form.ts";
import { wordsFor } from "../ui/words.ts";
import { isEmail } from "./email.ts";
import { join } from "./join.ts";
import { LightForm } from "./light-form.tsx";
import { safePath } from "./safe-path.ts";
import { brandedOrganization, lastOfPath } from "./visitor.ts";

/** What the sign-in page says to each refusal: shared/auth/README.md, "Sign-in". */
const messages: Readonly<Record<string, string>> = {
  ERRINVALIDEMAIL: "Enter a Valid Email",
  ERRORGDELETE: "Sorry, Your Organization Does Not Exist!",
  ERRUSRDELETED: "User Already Deleted!",
};

const isUnanswered = ({ status }: ApiError) => status === 0 || status >= 429;

const checks = rules<{ email: string; password: string; isRemember: boolean }>(({ email }) =>
  isEmail(email) ? {} : { email: messages.ERRINVALIDEMAIL },
);

/**
 * Sign in. Opening it signs out; the sign-up link shows only where an organization is named or remembered. Who comes with
 * an invitation joins its organization.
 */
export function Page() {
  const query = new URLSearchParams(location.search);
  const invited = query.get("email") ?? "";
  const token = query.get("invitation");
  const organization = brandedOrganization(
    location.pathname.startsWith(`${paths.login}/`) ? lastOfPath() : undefined,
    query.get("orgid"),
  );

  /** Whoever was signed in leaves first: a sign-out that comes in later would end the new session, too. */
  const leaving = useRef<Promise<unknown>>(undefined);
  useEffect(() => {
    const stored = storedToken();
    if (!stored) return;
    forgetSession();
    leaving.current = endSession(stored.token);
  }, []);

  const of = useCallForm({
    values: { email: invited, password: "", isRemember: false },
    resolver: checks,
    send: async ({ email, ...typed }) => {
      await leaving.current;
      return write(api.auth.login, { email: email.trim(), ...typed, ...(token && { token }) });
    },
    onDone: async (answer) => {
      beginSession(answer);
      if (token) await join({ email: invited, token });
      const next = safePath(query.get("next"));
      const chosen = currentSession()?.role !== undefined;
      location.replace(
        chosen ? (next ?? paths.home) : next ? paths.chooseOrganizationThen(next) : paths.chooseOrganization,
      );
      return new Promise<never>(() => {}); // pending until this document is left
    },
    fieldFor: (error) => (isUnanswered(error) ? undefined : error.code in messages ? "email" : "password"),
    explain: (error) => (isUnanswered(error) ? wordsFor(error) : (messages[error.code] ?? "Wrong email or password!")),
  });

  return (
    <section className="light-card">
      <h1>Sign in</h1>
      {token ? <p className="light-note">Sign in with the email address you were invited with to join.</p> : null}
      <p className="light-lead">to {brand.product}</p>
      <LightForm
        of={of}
        button="Sign in"
        after={
          organization ? (
            <p>
              New to {organization.name}?{" "}
              <a
                href={paths.requestSignUpAt({
                  ...(organization.id ? { orgid: organization.id } : {}),
                  orgname: organization.name,
                })}
              >
                Sign up
              </a>
            </p>
          ) : undefined
        }
      >
        <LightTextField label="Email" type="email" name="email" autoComplete="username" />
        <LightTextField label="Password" type="password" name="password" autoComplete="current-password" />
        <div className="light-row">
          <LightCheckbox name="isRemember">Remember me</LightCheckbox>
          <a href={paths.forgotPassword}>Forgot password?</a>
        </div>
      </LightForm>
    </section>
  );
}
