import * as z from "zod";
import { Problem } from "../../shared/http/problem.ts";
import { brand } from "../../shared/platform/brand.ts";
import { fullName } from "../../shared/platform/full-name.ts";
import { mintInvitationToken } from "../auth/model/invitation-token.ts";
import { mintResetToken } from "../auth/model/tokens.ts";
import { idIn, type Message, markerEnd, worker } from "../chain/event.ts";
import { sendMail } from "../clients/mail.ts";
import { alone } from "../data/alone.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { platformKeys } from "../data/keys/platform.ts";
import { change, create, put, remove } from "../data/steps.ts";
import { batchGet, get, transact } from "../data/table.ts";
import { OrganizationRecord } from "../organization/model/record.ts";
import { clock } from "../runtime/clock.ts";
import { readInvitedTo } from "../user/model/invited-to.ts";
import { UserRecord } from "../user/model/record.ts";
import { htmlOf, type MailContent, textOf } from "./model/mails/layout.ts";
import { invitationMail, notificationMail, resetMail } from "./model/mails/templates.ts";
import { tellOnce } from "./model/notifications.ts";

/** Sends the mails of an event, each once: what was sent is marked, so that a repeat sends only what is missing. */
export const handler = worker("mail", async (event) => {
  switch (event.type) {
    case "invitation.sent":
    case "invitation.resent":
    case "user.invited-self":
      return invite(event);
    case "user.password-reset-asked":
      return resetPassword(event);
    default:
      return tell(event);
  }
});

async function invite(event: Message): Promise<void> {
  const invite_id = idIn(event, "invite_id");
  await once(event, invite_id, async () => {
    const minted = await mintInvitationToken(invite_id);
    if (minted === undefined) return undefined;
    const { token, invitation } = minted;
    const { email, role, role_id, self, organization_id, invited_by } = invitation;
    const [[place, person], credential] = await Promise.all([
      batchGet([organizationKeys.organization(organization_id), ...(self ? [] : [organizationKeys.user(invited_by)])]),
      readInvitedTo(invitation),
    ]);
    const organization = place && OrganizationRecord.parse(place);
    const inviter = person && UserRecord.parse(person);
    const letter = invitationMail({
      ...{ email, role, self, token },
      organizationName: organization?.is_set_up ? organization.name : "",
      roleName: role_id === undefined ? undefined : organization?.roles[role_id]?.name,
      title: credential?.title,
      inviterName: inviter?.status === "active" ? fullName(inviter) : undefined,
    });
    return { to: email, letter };
  });
}

async function resetPassword(event: Message): Promise<void> {
  const user_id = idIn(event, "user_id");
  await once(event, user_id, async () => {
    const user = await get(UserRecord, organizationKeys.user(user_id));
    if (user?.status !== "active") return undefined;
    const { email } = user;
    return { to: email, letter: resetMail(email, await mintResetToken(user_id)) };
  });
}

const tell = (event: Message): Promise<void> =>
  tellOnce(event, "mail", async (notifications, context) => {
    const people = await batchGet(notifications.map(({ user_id }) => organizationKeys.user(user_id)));
    const outcomes = await Promise.allSettled(
      notifications.map((notification, index) =>
        once(event, notification.user_id, async () => {
          const person = people[index] && UserRecord.parse(people[index]);
          const isToldOfIt = person?.status === "disabled" && event.type === "user.disabled";
          if (person === undefined || !(person.status === "active" || isToldOfIt)) return undefined;
          const letter = notificationMail(notification, person.first_name, context);
          return { to: person.email, letter };
        }),
      ),
    );
    const failed = outcomes.find((outcome) => outcome.status === "rejected");
    if (failed) throw failed.reason;
  });

/** How long a mail that is being sent is nobody else's to send: longer than the function may run. */
const CLAIM_SECONDS = 120;

const Claim = z.object({ claimed_until: z.number().optional() });

/**
 * Writes and sends a mail unless it is marked as sent; `write` is asked only then, and may find that none is due. A message
 * may come twice at once: whoever claims the mail first sends it, and the other looks again later.
 */
async function once(
  event: Message,
  part: string,
  write: () => Promise<{ to: string; letter: MailContent } | undefined>,
): Promise<void> {
  const marker = platformKeys.handled(event.event_id, "mail", part);
  const [present] = await batchGet([marker]);
  const before = present && Claim.parse(present).claimed_until;
  if (present !== undefined && before === undefined) return;
  const otherwise = new Problem("server.busy");
  if (before !== undefined && before > clock.seconds()) throw otherwise;
  const claim = { claimed_until: clock.seconds() + CLAIM_SECONDS, ttl: markerEnd(event) };
  await transact([
    before === undefined
      ? create(marker, claim, { otherwise })
      : change(marker, { set: claim }, { where: { claimed_until: before }, otherwise }),
  ]);
  try {
    const mail = await write();
    if (mail !== undefined) await send(mail);
  } catch (error) {
    await alone(remove(marker));
    throw error;
  }
  await alone(put(marker, { ttl: markerEnd(event) }));
}

async function send({ to, letter }: { to: string; letter: MailContent }): Promise<void> {
  const senderName = letter.organizationName ? `${letter.organizationName} via ${brand.senderName}` : brand.senderName;
  await sendMail({ to, senderName, subject: letter.subject, html: htmlOf(letter), text: textOf(letter) });
}
