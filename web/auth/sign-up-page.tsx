import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link, Navigate, useNavigate, useSearchParams } from "react-router";
import { type Role, roleOf } from "../../shared/permissions.ts";
import { ApiError } from "../api/api-error.ts";
import { api } from "../api/client.ts";
import { flash } from "../app/flash.ts";
import { paths } from "../app/paths.ts";
import { beginSession, useVisitor } from "../app/session.tsx";
import { PageSkeleton } from "../app/skeleton.tsx";
import { Avatar } from "../ui/avatar.tsx";
import { LightButton, LightField } from "../ui/light.tsx";
import { pictureRules, readPicture } from "../ui/picture-rules.ts";
import { wordsFor } from "../ui/words.ts";
import { isEmail } from "./email.ts";
import { join, sameAddress } from "./join.ts";
import { LightForm } from "./light-form.tsx";

const nameLengthMax = 30;
const passwordLengthMin = 8;

/** Where each role goes on after signing up. */
const nextPage: Readonly<Partial<Record<Role, { to: string; state?: object }>>> = {
  admin: { to: "/adminAccountDetails" },
  issuer: { to: "/completeYourAccount", state: { internal: true } },
  publisher: { to: "/completeYourAccount", state: { internal: false } },
  reviewer: { to: "/editReviewerProfile" },
  learner: { to: "/editLernerProfile", state: { onboarding: true } },
};

interface Faults {
  readonly names?: string;
  readonly email?: string;
  readonly password?: string;
  readonly image?: string;
  readonly all?: string;
}

/** Sign up from an invitation, another's or one's own. The invitation decides e-mail, organization and role. */
export function Page() {
  const go = useNavigate();
  const [query] = useSearchParams();
  const token = query.get("t") ?? "";
  const invited = query.get("email") ?? "";
  const self = query.get("selfSignUp") === "true";
  const [email, setEmail] = useState(invited);
  const [first_name, setFirst] = useState("");
  const [last_name, setLast] = useState("");
  const [password, setPassword] = useState("");
  const [image, setImage] = useState<string>();
  const [agreed, setAgreed] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);

  const invitation = useQuery({
    ...api.auth.validateSignup.query({ email: invited, token }),
    enabled: token !== "" && isEmail(invited),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const invalid = token === "" || (!self && !isEmail(invited)) || invitation.isError;
  const role = roleOf(invitation.data?.role ?? Number(query.get("role"))) ?? "learner";
  const reviewing = role === "reviewer";
  const learning = role === "learner";
  const hinted = role === "issuer" || reviewing;
  const off = invalid || busy;

  /** An admin whose invitation does not work signs in instead. */
  const sentAway = role === "admin" && (token === "" || isRefused(invitation.error));
  useEffect(() => {
    if (sentAway) flash("error", refusedInvitation(null));
  }, [sentAway]);
  if (sentAway) return <Navigate to={paths.signIn} replace />;
  if (invitation.isLoading) return <PageSkeleton />;

  const submit = async () => {
    if (off || !agreed) return;
    if (first_name.trim() === "" || last_name.trim() === "") {
      return setFaults({ names: "Please provide both first and last name" });
    }
    if (!isEmail(email)) return setFaults({ email: "Enter a Valid Email" });
    if (password === "") return setFaults({ password: "Please enter a valid Password" });
    if (password.length < passwordLengthMin) return setFaults({ password: "Password must be atleast 8 characters" });
    setBusy(true);
    setFaults({});
    try {
      const session = beginSession(
        await api.auth.signup({
          first_name,
          last_name,
          email: email.trim(),
          password,
          token,
          ...(image ? { image } : {}),
        }),
      );
      const next = (session.role && nextPage[session.role]) ?? {
        to: session.role ? paths.home : paths.chooseOrganization,
      };
      void go(next.to, { state: next.state, replace: true });
    } catch (error) {
      setFaults(refused(error));
      setBusy(false);
    }
  };

  if (invitation.data?.has_account) {
    return <Joining token={token} email={invited} organization={invitation.data.organization_name} />;
  }
  return (
    <section className="light-card light-wide">
      <h1>{learning ? "Sign up as a learner" : "Sign up"}</h1>
      <p className="light-lead">
        {invitation.data ? `You are invited to ${invitation.data.organization_name}.` : "Make your account."}
      </p>
      {invalid ? (
        <p className="light-alert" role="alert">
          {refusedInvitation(invitation.error)}
        </p>
      ) : null}
      {learning ? null : (
        <div className="light-tabs" role="tablist" aria-label="What you will do">
          <button type="button" role="tab" aria-selected={!reviewing} disabled={reviewing}>
            Issue Credentials
          </button>
          <button type="button" role="tab" aria-selected={reviewing} disabled={!reviewing}>
            Work as a Reviewer
          </button>
        </div>
      )}
      <LightForm
        fault={faults.all}
        button={learning ? "Start learning" : "Sign up"}
        busy={busy}
        disabled={invalid || !agreed}
        onSubmit={submit}
        after={
          <p>
            You have an account already? <Link to={paths.signIn}>Sign in</Link>
          </p>
        }
      >
        <div className="light-field">
          <label htmlFor="picture">Picture (optional)</label>
          <div className="light-row light-start">
            <Avatar src={image} name="" size={64} />
            <input
              id="picture"
              type="file"
              accept={pictureRules.photo.accept}
              disabled={off}
              aria-describedby="picture-more"
              onChange={async (event) => {
                const file = event.target.files?.[0];
                if (!file) return;
                const read = await readPicture(file, "photo");
                if ("fault" in read) {
                  event.target.value = "";
                  return setFaults({ image: read.fault });
                }
                setFaults({});
                setImage(read.dataUrl);
              }}
            />
          </div>
          <span
            id="picture-more"
            className={faults.image ? "light-error" : "light-hint"}
            role={faults.image ? "alert" : undefined}
          >
            {faults.image ?? "JPG or PNG under 2 MB."}
          </span>
        </div>
        <div className="light-columns">
          <LightField
            label="First name"
            autoComplete="given-name"
            value={first_name}
            disabled={off}
            error={faults.names}
            onChange={(event) => setFirst(event.target.value.slice(0, nameLengthMax))}
          />
          <LightField
            label="Last name"
            autoComplete="family-name"
            value={last_name}
            disabled={off}
            onChange={(event) => setLast(event.target.value.slice(0, nameLengthMax))}
          />
        </div>
        <LightField
          label="Email"
          type="email"
          autoComplete="username"
          value={email}
          readOnly={!self}
          disabled={off}
          error={faults.email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <LightField
          label="Password"
          type="password"
          autoComplete="new-password"
          value={password}
          disabled={off}
          error={faults.password}
          hint={hinted ? "At least 8 characters. Longer is safer; no other rule." : undefined}
          onChange={(event) => setPassword(event.target.value)}
        />
        <label className="light-check">
          <input
            type="checkbox"
            checked={agreed}
            disabled={off}
            onChange={(event) => setAgreed(event.target.checked)}
          />
          <span>
            I accept the{" "}
            <a href={paths.terms} target="_blank" rel="noreferrer">
              Terms of Service
            </a>
          </span>
        </label>
      </LightForm>
    </section>
  );
}

/** Somebody who has an account joins with it: at once when signed in with the invited address, else after signing in. */
function Joining({ token, email, organization }: { token: string; email: string; organization: string }) {
  const go = useNavigate();
  const visitor = useVisitor();
  const [busy, setBusy] = useState(false);
  const signedIn = visitor !== undefined && sameAddress(visitor.user.email, email);
  const joinNow = async () => {
    setBusy(true);
    await join({ email, token });
    void go(paths.home, { replace: true });
  };
  return (
    <section className="light-card">
      <h1>Join {organization}</h1>
      <p className="light-lead">You already have an account as {email}. Use it here, too.</p>
      <p className="light-actions">
        {signedIn ? (
          <LightButton primary busy={busy} onClick={joinNow}>
            Join {organization}
          </LightButton>
        ) : (
          <Link className="light-button light-primary" to={paths.loginToJoin({ email, invitation: token })}>
            Sign in to join
          </Link>
        )}
      </p>
    </section>
  );
}

const isRefused = (error: Error | null) => error instanceof ApiError && error.status === 400;

/** What is said of an invitation that no longer works. */
function refusedInvitation(error: Error | null): string {
  if (error && !isRefused(error)) return wordsFor(error);
  return "Invitation expired! Please visit the recent email to sign up.";
}

/** Where a refused sign-up is shown. */
function refused(error: unknown): Faults {
  if (!(error instanceof ApiError) || error.status === 0 || error.status >= 429) return { all: wordsFor(error) };
  if (error.message === "Invalid Token" || error.code === "invitation.invalid-token")
    return { all: "Invitation expired!" };
  const { password, email, image, first_name, last_name } = error.fields;
  const names = first_name ?? last_name;
  const found = { password, email, image, names };
  if (Object.values(found).some(Boolean)) return Object.fromEntries(Object.entries(found).filter(([, text]) => text));
  return { all: error.code === "auth.email-in-use" ? "Email address is already in use" : wordsFor(error) };
}
