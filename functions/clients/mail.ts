import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { environment } from "../runtime/environment.ts";
import { resilient } from "./resilient.ts";

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

const resilientCall = resilient({ unavailable: "mail.server-unavailable", isUnavailable, timeoutMs: 4000 });

/** What SES says while it sends nothing for the account: a mail waits until it does. */
const paused = ["SendingPausedException", "AccountSuspendedException"];

/** Whether the mail server took nothing: no answer at all, a fault of its own, asked too often, or sending is paused. */
function isUnavailable(error: unknown): boolean {
  const { name = "", $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode ?? 0;
  return status === 0 || status === 429 || status >= 500 || paused.includes(name);
}

/** Hands a mail to the mail server. Throws when it does not take it; `mail.server-unavailable` when it does not answer. */
export async function sendMail({ to, senderName, subject, html, text }: Mail): Promise<void> {
  client ??= new SESv2Client({ maxAttempts: 1 }); // resilient.ts asks again
  const server = client;
  const Charset = "UTF-8";
  const message = new SendEmailCommand({
    FromEmailAddress: `${quoted(senderName)} <${environment("MAIL_FROM")}>`,
    Destination: { ToAddresses: [to] },
    Content: {
      Simple: {
        Subject: { Data: subject.replace(/[\r\n]+/g, " "), Charset },
        Body: { Html: { Data: html, Charset }, Text: { Data: text, Charset } },
      },
    },
  });
  await resilientCall((abortSignal) => server.send(message, { abortSignal }));
}

/** Bytes of text in an encoded word, which has at most 75 characters (RFC 2047, 2). */
const ENCODED_BYTES_MAX = 45;

/**
 * A display name as a mail header takes it: quoted, or where it is not plain ASCII, in encoded words that end between what
 * is seen as characters.
 */
export function quoted(name: string): string {
  const clean = name.replace(/[\r\n"\\<>]+/g, " ").trim();
  if (/^[\x20-\x7e]*$/.test(clean)) return `"${clean}"`;
  const words = [""];
  for (const { segment } of new Intl.Segmenter("en").segment(clean)) {
    if (Buffer.byteLength(words.at(-1) + segment) > ENCODED_BYTES_MAX) words.push("");
    words[words.length - 1] += segment;
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString("base64")}?=`).join(" ");
}
