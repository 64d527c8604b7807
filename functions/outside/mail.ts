import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { environment } from "../runtime/environment.ts";

/** A mail to one person. */
export interface Mail {
  readonly to: string;
  /** The name it is sent under; the address is always ours. */
  readonly senderName: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

let client: SESv2Client | undefined;

/** Hands a mail to the mail server. Throws when it does not take it. */
export async function sendMail({ to, senderName, subject, html, text }: Mail): Promise<void> {
  client ??= new SESv2Client({});
  const Charset = "UTF-8";
  await client.send(
    new SendEmailCommand({
      FromEmailAddress: `${quoted(senderName)} <${environment("MAIL_FROM")}>`,
      Destination: { ToAddresses: [to] },
      Content: {
        Simple: {
          Subject: { Data: subject.replace(/[\r\n]+/g, " "), Charset },
          Body: { Html: { Data: html, Charset }, Text: { Data: text, Charset } },
        },
      },
    }),
  );
}

/** A display name as a mail header takes it: quoted, and encoded when it is not plain ASCII. */
function quoted(name: string): string {
  const clean = name.replace(/[\r\n"\\<>]+/g, " ").trim();
  const isPlain = /^[\x20-\x7e]*$/.test(clean);
  return isPlain ? `"${clean}"` : `=?UTF-8?B?${Buffer.from(clean.slice(0, 40)).toString("base64")}?=`;
}
