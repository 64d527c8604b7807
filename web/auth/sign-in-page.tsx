import { useEffect, useRef, useState } from "react";
import { brand } from "../../shared/platform/brand.ts";
import { ApiError } from "../api/api-error.ts";
import { api } from "../api/client.ts";
import { storedToken } from "../api/token.ts";
import { paths, safePath } from "../app/paths.ts";
import { beginSession, currentSession, forgetSession } from "../app/session.tsx";
import { LightField } from "../ui/light.tsx";
import { wordsFor } from "../ui/words.ts";
import { isEmail } from "./email.ts";
import { join } from "./join.ts";
import { LightForm } from "./light-form.tsx";
import { brandedOrganization, lastOfPath } from "./visitor.ts";

/** What the sign-in page says to each refusal: shared/auth/README.md, "Sign-in". */
const messages: Readonly<Record<string, string>> = {
  ERRINVALIDEMAIL: "Enter a Valid Email",
  ERRORGDELETE: "Sorry, Your Organization Does Not Exist!",
  ERRUSRDELETED: "User Already Deleted!",
};

const messageOf = (error: unknown) => {
  if (!(error instanceof ApiError) || error.status === 0 || error.status >= 429) return wordsFor(error);
  return messages[error.code] ?? "Wrong email or password!";
};

/**
 * Sign in. Opening it signs out; the sign-up link shows only where an organization is named or remembered. Who comes with
 * an invitation joins its organization.
 */
export function Page() {
  const query = new URLSearchParams(location.search);
  const invited = query.get("email") ?? "";
  const token = query.get("invitation");
  const [email, setEmail] = useState(invited);
  const [password, setPassword] = useState("");
  const [isRemember, setRemember] = useState(false);
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const organization = brandedOrganization(
    location.pathname.startsWith("/login/") ? lastOfPath() : undefined,
    query.get("orgid"),
  );

  /** Whoever was signed in leaves first: a sign-out that comes in later would end the new session, too. */
  const leaving = useRef<Promise<unknown>>(undefined);
  useEffect(() => {
    if (!storedToken()) return;
    forgetSession();
    leaving.current = api.auth.logout({}).catch(() => undefined);
  }, []);

  const submit = async () => {
    if (!isEmail(email)) return setFault(messages.ERRINVALIDEMAIL);
    setBusy(true);
    setFault(undefined);
    try {
      await leaving.current;
      beginSession(await api.auth.login({ email: email.trim(), password, isRemember, ...(token && { token }) }));
      if (token) await join({ email: invited, token });
      const next = safePath(query.get("next"));
      location.replace(currentSession()?.role ? (next ?? paths.home) : paths.chooseOrganization);
    } catch (error) {
      setFault(messageOf(error));
      setBusy(false);
    }
  };

  return (
    <section className="light-card">
      <h1>Sign in</h1>
      {token ? <p className="light-note">Sign in with the address you were invited by, and you join.</p> : null}
      <p className="light-lead">{organization ? `to ${organization.name}` : `to ${brand.product}`}</p>
      <LightForm
        fault={fault}
        button="Sign in"
        busy={busy}
        onSubmit={submit}
        after={
          organization ? (
            <p>
              New here?{" "}
              <a
                href={paths.requestSignUp({
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
        <LightField
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          value={email}
          onChange={(event) => {
            setEmail(event.target.value);
            setFault(undefined);
          }}
        />
        <LightField
          label="Password"
          type="password"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => {
            setPassword(event.target.value);
            setFault(undefined);
          }}
        />
        <div className="light-row">
          <label className="light-check">
            <input type="checkbox" checked={isRemember} onChange={(event) => setRemember(event.target.checked)} />
            Remember me
          </label>
          <a href={paths.forgotPassword}>Forgot password?</a>
        </div>
      </LightForm>
    </section>
  );
}
