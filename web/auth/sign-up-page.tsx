import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useWatch } from "react-hook-form";
import { Link, Navigate, useNavigate, useSearchParams } from "react-router";
import { roleInWords } from "../../shared/organization/role-words.ts";
import { type Role, roleIds, roleOf } from "../../shared/permissions.ts";
import { nameLengthMax, oneNameHint } from "../../shared/platform/full-name.ts";
import * as paths from "../../shared/platform/paths.ts";
import { termsVersion } from "../../shared/platform/terms.ts";
import { ApiError } from "../api/api-error.ts";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { OnboardingHead, onboardingAt, rememberInviter } from "../content/auth/onboarding.tsx";
import { organizationNameShown } from "../content/organization/organization-name.ts";
import { useVisitor } from "../session/session.tsx";
import { beginSession, type Session } from "../session/session-store.ts";
import { flash } from "../ui/dialogs/flash.ts";
import { LightCheckbox, LightTextField } from "../ui/forms/light-fields.tsx";
import { rules } from "../ui/forms/rules.ts";
import { useCallForm } from "../ui/forms/use-call-form.ts";
import { PageSkeleton } from "../ui/look/skeleton.tsx";
import { wordsFor } from "../ui/words.ts";
import { isEmail } from "./email.ts";
import { credentialOf, invitedBy, Purpose } from "./invitation.tsx";
import { sameAddress } from "./join.ts";
import { Joining } from "./joining.tsx";
import { LightForm } from "./light-form.tsx";
import { PictureField } from "./picture-field.tsx";

const passwordLengthMin = 8;

/** Where each role goes on after signing up. */
const nextPage: Readonly<Partial<Record<Role, { to: string; state?: object }>>> = {
  admin: { to: paths.adminAccount },
  issuer: { to: paths.issuerAccount, state: { internal: true } },
  publisher: { to: paths.issuerAccount, state: { internal: false } },
  reviewer: { to: paths.editReviewerProfile },
  learner: { to: paths.learnerProfile, state: { onboarding: true } },
};

/** A role as an address carries it: by its number, or in a word. */
const roleAsked = (asked: string): Role | undefined =>
  roleOf(Number(asked)) ?? roleOf(Object.entries(roleIds).find(([name]) => name === asked.toLowerCase())?.[1]);

interface Values {
  email: string;
  first_name: string;
  last_name: string;
  password: string;
  image: string | undefined;
  agreed: boolean;
}

/** Says what is missing, one after the other; the link is good for the address it was mailed to. */
const checksFor = (invited: string) =>
  rules<Values>(({ first_name, last_name, email, password }) => {
    if (first_name.trim() === "" || last_name.trim() === "")
      return { first_name: "Please provide both first and last name" };
    if (!isEmail(email)) return { email: "Enter a Valid Email" };
    if (isEmail(invited) && !sameAddress(email, invited))
      return { email: `This link was sent to ${invited}. To use another address, request a new link below.` };
    if (password === "") return { password: "Please enter a valid Password" };
    return password.length < passwordLengthMin ? { password: "Password must be atleast 8 characters" } : {};
  });

/** Sign up from an invitation, another's or one's own. The invitation decides e-mail, organization and role. */
export function Page() {
  const go = useNavigate();
  const [query] = useSearchParams();
  const token = query.get("t") ?? "";
  const invited = query.get("email") ?? "";
  const self = query.get("selfSignUp") === "true";
  const of = useCallForm({
    values: { email: invited, first_name: "", last_name: "", password: "", image: undefined, agreed: false } as Values,
    resolver: checksFor(invited),
    send: ({ first_name, last_name, email, password, image }) =>
      write(api.auth.signup, {
        first_name,
        last_name,
        email: email.trim(),
        password,
        token,
        terms_version: termsVersion,
        ...(image && { image }),
      }),
    onDone: (answer) => {
      const session = beginSession(answer);
      rememberInviter(invitation.data?.invited_by);
      const next = (session.role && nextPage[session.role]) ?? {
        to: session.role ? paths.home : paths.chooseOrganization,
      };
      const wanted = credentialOf(invitation.data);
      return go(next.to, { state: { ...next.state, ...(wanted && { next: wanted }) }, replace: true });
    },
    explain,
  });
  const agreed = useWatch({ control: of.form.control, name: "agreed" });

  const invitation = useQuery({
    ...api.auth.validateSignup.query({ email: invited, token }),
    enabled: token !== "" && isEmail(invited),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { first_name, last_name } = invitation.data ?? {};
  const { form } = of;
  useEffect(() => {
    // as the organization's file has them, where nothing is typed
    for (const [name, value] of Object.entries({ first_name, last_name }) as ["first_name" | "last_name", string?][])
      if (value && form.getValues(name) === "") form.setValue(name, value);
  }, [first_name, last_name, form]);
  const invalid = token === "" || (!self && !isEmail(invited)) || invitation.isError;
  const role = roleOf(invitation.data?.role) ?? roleAsked(query.get("role") ?? "") ?? "learner";
  const reviewing = role === "reviewer";
  const learning = role === "learner";
  const hinted = role === "issuer" || reviewing;
  const off = invalid || of.pending;

  const visitor = useVisitor();
  const theirs = isEmail(invited) && visitor !== undefined && sameAddress(visitor.user.email, invited);
  const isSpent = theirs && isRefused(invitation.error);
  /** An admin whose invitation does not work signs in instead. */
  const sentAway = role === "admin" && !isSpent && (token === "" || isRefused(invitation.error));
  useEffect(() => {
    if (sentAway) flash("error", refusedInvitation(null));
  }, [sentAway]);
  if (isSpent) return <Greeting session={visitor} />;
  if (sentAway) return <Navigate to={paths.signInUninvited} replace />;
  if (invitation.isLoading) return <PageSkeleton />;

  if (invitation.data?.has_account) {
    return <Joining token={token} email={invited} invitation={invitation.data} />;
  }
  return (
    <section className="light-card light-wide">
      {invitation.data ? (
        <OnboardingHead way={onboardingAt(role, paths.signUp)} invited={invitedBy(invitation.data)} />
      ) : null}
      <h1>{learning ? "Sign up as a learner" : "Sign up"}</h1>
      {invalid ? (
        <div className="light-alert" role="alert">
          <p>{refusedInvitation(invitation.error)}</p>
          {invitation.error && !isRefused(invitation.error) ? null : (
            <p>
              {self
                ? "To get a new link, sign up again from your organization’s sign-in page."
                : "If that link doesn’t work, ask the person who invited you for a new one."}{" "}
              Already signed up? <Link to={paths.signIn}>Sign in</Link>
            </p>
          )}
        </div>
      ) : null}
      {learning ? null : (
        <div className="light-tabs" role="tablist" aria-label="Your role">
          <button type="button" role="tab" aria-selected={!reviewing} disabled={reviewing}>
            Issue Credentials
          </button>
          <button type="button" role="tab" aria-selected={reviewing} disabled={!reviewing}>
            Work as a Reviewer
          </button>
        </div>
      )}
      <LightForm
        of={of}
        button={learning ? "Start learning" : "Sign up"}
        disabled={invalid || !agreed}
        after={
          <p>
            Already have an account? <Link to={paths.signIn}>Sign in</Link>
          </p>
        }
      >
        {invitation.data ? <Purpose of={invitation.data} /> : null}
        <PictureField disabled={off} />
        {learning ? (
          <p className="light-hint">Your name appears on your certificates exactly as you enter it here.</p>
        ) : null}
        <div className="light-columns">
          <LightTextField
            name="first_name"
            label="First name"
            autoComplete="given-name"
            lengthMax={nameLengthMax}
            disabled={off}
          />
          <LightTextField
            name="last_name"
            label="Last name"
            hint={oneNameHint}
            autoComplete="family-name"
            lengthMax={nameLengthMax}
            disabled={off}
          />
        </div>
        <LightTextField
          name="email"
          label="Email"
          type="email"
          autoComplete="username"
          readOnly={!self}
          disabled={off}
        />
        {self && invitation.data ? (
          <p className="light-hint">
            Different email?{" "}
            <Link reloadDocument to={paths.requestSignUpAt({ orgname: invitation.data.organization_name })}>
              Request a link
            </Link>
          </p>
        ) : null}
        <LightTextField
          name="password"
          label="Password"
          type="password"
          autoComplete="new-password"
          disabled={off}
          hint={hinted ? "At least 8 characters. Longer is safer." : undefined}
        />
        <LightCheckbox name="agreed" disabled={off}>
          I agree to the{" "}
          <a href={paths.terms} target="_blank" rel="noreferrer">
            Terms of Service
          </a>
        </LightCheckbox>
      </LightForm>
    </section>
  );
}

/** Somebody signed in comes back to a link that has done its work: they are told where they stand, and go on. */
function Greeting({ session: { user, organization } }: { readonly session: Session }) {
  const where = organization && organizationNameShown(organization.organization_name);
  const as = organization && roleInWords(organization.role, organization.role_name);
  return (
    <section className="light-card">
      <h1>Welcome back, {user.first_name}</h1>
      <p className="light-lead">
        {where ? `You’re signed in to ${where} as ${as}.` : `You’re signed in as ${user.email}.`} This link has expired
        or was already used. You don’t need it anymore.
      </p>
      <p className="light-actions">
        <Link className="light-button light-primary" to={paths.home}>
          {where ? `Go to ${where}` : "Choose an organization"}
        </Link>
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

/** What is said of a sign-up that is refused as a whole. */
function explain(error: ApiError): string {
  if (error.status === 0 || error.status >= 429) return wordsFor(error);
  if (error.message === "Invalid Token" || error.code === "invitation.invalid-token") return "Invitation expired!";
  return error.code === "auth.email-in-use" ? "Email address is already in use" : wordsFor(error);
}
