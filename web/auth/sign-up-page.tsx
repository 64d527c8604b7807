import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { Link, Navigate, useNavigate, useSearchParams } from "react-router";
import type { validateSignup } from "../../shared/auth/calls.ts";
import { roleInWords } from "../../shared/organization/role-words.ts";
import { type Role, roleIds, roleOf } from "../../shared/permissions.ts";
import { nameLengthMax, oneNameHint } from "../../shared/platform/full-name.ts";
import * as paths from "../../shared/platform/paths.ts";
import { termsVersion } from "../../shared/platform/terms.ts";
import { ApiError } from "../api/api-error.ts";
import { type Answer, api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import {
  type Invited,
  invitedWords,
  OnboardingHead,
  onboardingAt,
  rememberInviter,
} from "../content/auth/onboarding.tsx";
import { organizationNameShown } from "../content/organization/organization-name.ts";
import { useVisitor } from "../session/session.tsx";
import { beginSession, type Session } from "../session/session-store.ts";
import { flash } from "../ui/dialogs/flash.ts";
import { LightCheckbox, LightTextField } from "../ui/forms/light-fields.tsx";
import { pictureRules, readPicture } from "../ui/forms/picture-rules.ts";
import { rules } from "../ui/forms/rules.ts";
import { useCallForm } from "../ui/forms/use-call-form.ts";
import { useField } from "../ui/forms/use-field.ts";
import { unforeseen, useSubmit } from "../ui/forms/use-submit.ts";
import { Avatar } from "../ui/look/avatar.tsx";
import { LightButton } from "../ui/look/light.tsx";
import { PageSkeleton } from "../ui/look/skeleton.tsx";
import { wordsFor } from "../ui/words.ts";
import { isEmail } from "./email.ts";
import { join, sameAddress } from "./join.ts";
import { LightForm } from "./light-form.tsx";

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

/** The person's picture, read on this device. */
function PictureField({ disabled }: { readonly disabled: boolean }) {
  const { value, set, error, ref } = useField<string | undefined>({ name: "image" });
  const { setError } = useFormContext<Values>();
  return (
    <div className="light-field">
      <label htmlFor="picture">Photo (optional)</label>
      <div className="light-row light-start">
        <Avatar src={value} of="" size={64} />
        <input
          id="picture"
          type="file"
          ref={ref}
          accept={pictureRules.photo.accept}
          disabled={disabled}
          aria-describedby="picture-more"
          onChange={async ({ target }) => {
            const file = target.files?.[0];
            if (!file) return;
            const read = await readPicture(file, "photo");
            if ("dataUrl" in read) return set(read.dataUrl);
            target.value = "";
            setError("image", { type: "picture", message: read.fault });
          }}
        />
      </div>
      <span id="picture-more" className={error ? "light-error" : "light-hint"} role={error ? "alert" : undefined}>
        {error ?? "JPG or PNG under 2 MB."}
      </span>
    </div>
  );
}

/** Somebody who has an account joins with it: at once when signed in with the invited address, else after signing in. */
function Joining({ token, email, invitation }: { token: string; email: string; invitation: Invitation }) {
  const organization = organizationNameShown(invitation.organization_name);
  const go = useNavigate();
  const visitor = useVisitor();
  const signedIn = visitor !== undefined && sameAddress(visitor.user.email, email);
  const joining = useSubmit<void, void>({
    send: () => join({ email, token }),
    onDone: () => go(credentialOf(invitation) ?? paths.home, { replace: true }),
    explain: unforeseen,
  });
  return (
    <section className="light-card">
      <h1>Join {organization}</h1>
      <p className="light-lead">
        {invitedWords(invitedBy(invitation))} You already have an account with {email}. Use it to join.
      </p>
      <Purpose of={invitation} />
      <p className="light-actions">
        {signedIn ? (
          <LightButton primary busy={joining.pending} onClick={() => void joining.submit()}>
            Join {organization}
          </LightButton>
        ) : (
          <Link
            className="light-button light-primary"
            to={paths.loginToJoin({ email, invitation: token, next: credentialOf(invitation) })}
          >
            Sign in to join
          </Link>
        )}
      </p>
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

type Invitation = Answer<typeof validateSignup>;

/** Where an invitation to a credential leads once it is accepted. */
const credentialOf = (invitation: Invitation | undefined): string | undefined =>
  invitation?.credential && paths.credentialDetails(invitation.organization_id, invitation.credential.cred_id);

/** What an invitation says besides who invites as what: the credential to earn, and the employer that joining declares. */
function Purpose({ of: { credential, employer, organization_name } }: { readonly of: Invitation }) {
  return (
    <>
      {credential ? <p className="light-hint">You’re invited to earn “{credential.title}”.</p> : null}
      {employer ? (
        <p className="light-hint">
          {organizationNameShown(organization_name)} told us that you work at {employer}. When you join, we add it to
          your ties, so that you and people from there don’t review each other. You can change it there.
        </p>
      ) : null}
    </>
  );
}

/** What the head of onboarding says of an invitation. */
const invitedBy = ({ organization_name: organization, logo, role, role_name, invited_by }: Invitation): Invited => ({
  organization,
  logo,
  role,
  role_name,
  inviter: invited_by,
});

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
