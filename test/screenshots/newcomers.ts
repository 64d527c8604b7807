import { seedPassword } from "../../bin/seed/people.ts";
import type { Session } from "../../bin/seed/session.ts";
import { contract } from "../../shared/contract.ts";
import { termsVersion } from "../../shared/platform/terms.ts";
import { anyoneAt } from "../support/people.ts";

/** Whoever signs in by the form. */
export interface SignIn {
  readonly email: string;
  readonly password: string;
}

/** The texts of the mails to an address, oldest first. */
export type MailsTo = (email: string) => Promise<readonly { readonly text?: string }[]>;

const pollMs = 200;
const waitMs = 30_000;

/** The mails of a world that `npm start` runs, from the page it shows them on. */
export const mailsOfPage =
  (origin: string): MailsTo =>
  async (email) => {
    const page = new URL("/mails.json", origin);
    page.port = String(Number(page.port) + 2);
    const mails = (await (await fetch(page)).json()) as readonly {
      readonly to: readonly string[];
      readonly text?: string;
    }[];
    return mails.filter(({ to }) => to.includes(email));
  };

let made = 0;

/** Has an address invited; answers it with the token of its mail. */
export async function invite(
  inviter: Session,
  role: number,
  mailsTo: MailsTo,
): Promise<{ email: string; token: string }> {
  const email = `alex.rowe.${Date.now().toString(36)}${made++}@teachers.test`;
  await inviter.ask(contract.organization.inviteUsers, { invitations: [{ email, role }] });
  for (const until = Date.now() + waitMs; Date.now() < until; ) {
    const [mail] = await mailsTo(email);
    const token = /[?&]t=([\w-]+)/.exec(mail?.text ?? "")?.[1];
    if (token) return { email, token };
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  throw new Error(`No invitation was mailed to ${email}.`);
}

/** Somebody who was invited and has just signed up. */
export async function signUp(origin: string, inviter: Session, role: number, mailsTo: MailsTo): Promise<SignIn> {
  const { email, token } = await invite(inviter, role, mailsTo);
  const person = { first_name: "Nora", last_name: "Newcomer", password: seedPassword, terms_version: termsVersion };
  const answer = await anyoneAt(origin).call(contract.auth.signup, { ...person, email, token });
  if (answer.status !== 200) throw new Error(answer.text);
  return { email, password: seedPassword };
}
