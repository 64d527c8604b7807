import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Link, useNavigate } from "react-router";
import type { Credential } from "../../shared/credential/credential.ts";
import { dateIn, isExpired } from "../../shared/credential/rules.ts";
import { defaultTimezone } from "../../shared/organization/timezone.ts";
import * as paths from "../../shared/platform/paths.ts";
import { ApiError } from "../api/api-error.ts";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { useSession } from "../session/session.tsx";
import { flash } from "../ui/dialogs/flash.ts";
import { unforeseen, useSubmit } from "../ui/forms/use-submit.ts";
import { dayThere } from "../ui/look/day-there.ts";
import { LightButton, LightMessage } from "../ui/look/light.tsx";
import { Stack } from "../ui/look/panel.tsx";

interface Obstacle {
  readonly reason: string;
  /** Where to go on instead. */
  readonly next?: { readonly to: string; readonly text: string; readonly state?: unknown };
}

/** Why a learner cannot apply now; undefined when they can. */
export function obstacleOf(credential: Credential): Obstacle | undefined {
  const { credential_id, submission_status, application_id = "", status, title, credential_details } = credential;
  const applied = "You’ve applied for this credential.";
  switch (submission_status) {
    case "":
    case "closed":
    case "revoked":
    case "renewable":
      break;
    case "applied":
      return {
        reason: `${applied} Payment is due.`,
        next: { to: paths.pay(credential_id), text: "Pay now", state: { title } },
      };
    case "ready":
    case "draft":
      return { reason: applied, next: { to: paths.submitWork(credential_id), text: "Continue your submission" } };
    case "completed":
      return {
        reason: "You’ve earned this credential.",
        next: { to: paths.myCredentials, text: "View your credentials" },
      };
    default:
      return { reason: applied, next: { to: paths.mySubmission(application_id), text: "View your submission" } };
  }
  const { timezone = defaultTimezone } = credential;
  if (isExpired(credential_details.expiration_date, dateIn(timezone, Date.now())))
    return { reason: `Applications ended on ${dayThere(credential_details.expiration_date, timezone)}.` };
  if (status !== "published") return { reason: "This credential is closed to applications." };
  return undefined;
}

/** The Apply button with what it leads to, or why it does not and what comes instead, as learners see it. */
export function ApplyButton({
  price,
  obstacle: { reason, next } = {},
  pending = false,
  again,
  onClick,
}: {
  readonly price: Credential["price"];
  readonly obstacle?: Partial<Obstacle> | undefined;
  readonly pending?: boolean;
  /** Why they may do it again: their certificate was revoked, or ends soon or has ended. */
  readonly again?: "revoked" | "renewable" | undefined;
  readonly onClick?: () => void;
}) {
  const why = useId();
  const refused = reason !== undefined && !pending;
  return (
    <Stack gap="s">
      {refused && next ? (
        <Link className="light-button light-primary" to={next.to} state={next.state} aria-describedby={why}>
          {next.text}
        </Link>
      ) : (
        <LightButton
          primary
          busy={pending}
          aria-disabled={refused}
          aria-describedby={why}
          onClick={refused ? undefined : onClick}
        >
          {again === "renewable" ? "Renew" : "Apply"}
        </LightButton>
      )}
      {refused ? (
        <p id={why} className="credential-why">
          {reason}
        </p>
      ) : (
        <p id={why} className="credential-why">
          {again ? whyAgain[again] : null}
          {whatFollows(price)}
        </p>
      )}
    </Stack>
  );
}

const whyAgain = {
  revoked: "Your certificate for this credential was revoked. You can earn it again with a new submission. ",
  renewable: "You can renew your certificate with a new submission. The one you have stays as it is. ",
};
const againOf = ({ submission_status: status }: Credential) =>
  status === "revoked" || status === "renewable" ? status : undefined;

/** What the reader pays: whoever renews a certificate may have a price of their own. */
export const priceFor = ({ price, renewal_price, submission_status }: Credential): Credential["price"] =>
  submission_status === "renewable" ? (renewal_price ?? price) : price;

/** What applying leads to. */
const whatFollows = (price: Credential["price"]): string =>
  price
    ? "You pay after you apply. All sales are final. Refunds are issued as product credit."
    : "You can start right away.";

/** The learner's Apply button. Paid credentials lead to payment, free ones straight to the work; disabled, it says why. */
export function Apply({ credential }: { readonly credential: Credential }) {
  const { organization_id } = useSession();
  const go = useNavigate();
  const shownNow = useQuery({
    ...api.credential.read.query({ organization_id, credential_id: credential.credential_id }),
    enabled: false,
  });
  const { credential_id, title } = credential;
  const shown = priceFor(credential);
  const { submit, pending, fault } = useSubmit({
    send: () => write(api.credential.apply, { organization_id, credential_id, price: shown ?? 0 }),
    onDone: ({ price }) =>
      go(price > 0 ? paths.pay(credential_id) : paths.submitWork(credential_id), { state: { title } }),
    explain: (error) => {
      flash("error", "Failed to submit your application");
      if (error instanceof ApiError && error.code === "credential.price-changed") void shownNow.refetch();
      return unforeseen(error);
    },
  });
  return (
    <Stack gap="s">
      <ApplyButton
        price={shown}
        obstacle={obstacleOf(credential)}
        pending={pending}
        onClick={() => void submit(undefined)}
        again={againOf(credential)}
      />
      {fault ? <LightMessage kind="error">{fault}</LightMessage> : null}
    </Stack>
  );
}
