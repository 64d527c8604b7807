import { brand } from "../../shared/platform/brand.ts";
import { mintInvitationToken, mintResetToken } from "../auth/tokens.ts";
import { keys } from "../data/keys.ts";
import { getMany, put, together } from "../data/table.ts";
import { sendMail } from "../outside/mail.ts";
import { clock } from "../runtime/clock.ts";
import { idIn, type Message, worker } from "./event.ts";
import { htmlOf, type Letter, textOf } from "./mails/layout.ts";
import { invitationLetter, resetLetter, tellingLetter } from "./mails/letters.ts";
import { tellingsOf } from "./tellings.ts";

const MARKER_DAYS = 60;

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
    const { email, role, self } = invitation;
    const [organization] = await getMany([keys.organization(invitation.organization_id)]);
    const organizationName = organization?.is_set_up === false ? "" : String(organization?.name ?? "");
    return { to: email, letter: invitationLetter({ email, role, self, token, organizationName }) };
  });
}

async function resetPassword(event: Message): Promise<void> {
  const user_id = idIn(event, "user_id");
  await once(event, user_id, async () => {
    const [user] = await getMany([keys.user(user_id)]);
    if (user?.status !== "active") return undefined;
    const email = String(user.email);
    return { to: email, letter: resetLetter(email, await mintResetToken(user_id)) };
  });
}

async function tell(event: Message): Promise<void> {
  const { facts, tellings } = await tellingsOf(event);
  const people = await getMany(tellings.map(({ user_id }) => keys.user(user_id)));
  const outcomes = await Promise.allSettled(
    tellings.map((telling, index) =>
      once(event, telling.user_id, async () => {
        const person = people[index];
        if (person?.status !== "active") return undefined;
        const letter = tellingLetter(telling, String(person.first_name ?? ""), facts.organizationName);
        return { to: String(person.email), letter };
      }),
    ),
  );
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (failed) throw failed.reason;
}

/** Writes and sends a mail unless it is marked as sent; `write` is asked only then, and may find that none is due. */
async function once(
  event: Message,
  part: string,
  write: () => Promise<{ to: string; letter: Letter } | undefined>,
): Promise<void> {
  const marker = keys.handled(event.event_id, "mail", part);
  const [sent] = await getMany([marker]);
  if (sent !== undefined) return;
  const mail = await write();
  if (mail !== undefined) {
    const { to, letter } = mail;
    const senderName = letter.organizationName
      ? `${letter.organizationName} via ${brand.senderName}`
      : brand.senderName;
    await sendMail({ to, senderName, subject: letter.subject, html: htmlOf(letter), text: textOf(letter) });
  }
  await together([put(marker, { ttl: clock.seconds() + MARKER_DAYS * 86_400 })]);
}
