import { type FormEvent, useEffect, useState } from "react";
import { Link, useNavigate, useParams, useSearchParams } from "react-router";
import { brand } from "../../shared/platform/brand.ts";
import { ApiError } from "../api/api-error.ts";
import { api } from "../api/client.ts";
import { storedToken } from "../api/token.ts";
import { paths, safePath } from "../app/paths.ts";
import { beginSession, currentSession, forgetSession } from "../app/session.tsx";
import { LightButton, LightField } from "../ui/light.tsx";
import { wordsFor } from "../ui/words.ts";
import { isEmail } from "./email.ts";
import { join } from "./join.ts";
import { brandedOrganization } from "./visitor.ts";

/** What the sign-in page says to each refusal (specification, section 8). */
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
  const go = useNavigate();
  const { orgname } = useParams();
  const [query] = useSearchParams();
  const invited = query.get("email") ?? "";
  const token = query.get("invitation");
  const [email, setEmail] = useState(invited);
  const [password, setPassword] = useState("");
  const [isRemember, setRemember] = useState(false);
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const organization = brandedOrganization(orgname, query.get("orgid"));

  useEffect(() => {
    if (!storedToken()) return;
    forgetSession();
    void api.auth.logout({}).catch(() => undefined);
  }, []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!isEmail(email)) return setFault(messages.ERRINVALIDEMAIL);
    setBusy(true);
    setFault(undefined);
    try {
      beginSession(await api.auth.login({ email: email.trim(), password, isRemember }));
      if (token) await join({ email: invited, token });
      const next = safePath(query.get("next"));
      void go(currentSession()?.role ? (next ?? paths.home) : paths.chooseOrganization, { replace: true });
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
      <form className="light-form" noValidate onSubmit={submit}>
        {fault ? (
          <p className="light-alert" role="alert">
            {fault}
          </p>
        ) : null}
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
          <Link to={paths.forgotPassword}>Forgot password?</Link>
        </div>
        <LightButton type="submit" primary busy={busy}>
          Sign in
        </LightButton>
      </form>
      {organization ? (
        <p className="light-lead">
          New here?{" "}
          <Link
            to={paths.requestSignUp({
              ...(organization.id ? { orgid: organization.id } : {}),
              orgname: organization.name,
            })}
          >
            Sign up
          </Link>
        </p>
      ) : null}
    </section>
  );
}
