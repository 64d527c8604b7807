import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import * as z from "zod";
import { type LocalServer, readBody, sendJson, serve } from "../../server.ts";
import type { Mail } from "./mail.ts";
import { listPage, mailPage } from "./mail-page.ts";

const RECIPIENTS_MAX = 50;

/** SES on this machine: what is sent is kept and can be read on a page at `url`. */
export interface LocalMail extends LocalServer {
  /** Every mail, the newest first. */
  all(): Mail[];
  /** The mails to an address, the newest first. */
  to(address: string): Mail[];
  clear(): void;
  /** Puts the account into the sandbox, where only these recipients (addresses or domains) are mailed to, or lets it out. */
  sandbox(recipients: readonly string[] | undefined): void;
  /** Test switch: `error` answers 500 to every send, `gone` breaks the connection, `throttled` answers 429, `paused` 400. */
  fail(how: "error" | "gone" | "throttled" | "paused" | undefined): void;
}

/**
 * Starts the stand-in. Mails are JSON files in `directory`. `verified` are the addresses and domains that may send;
 * without it every well-formed sender may. `allowed` are the
 * identities that the senders' roles name, as `identity/laurel.test`: in its sandbox SES asks for those of the recipients too.
 */
export async function startMail(options: {
  port: number;
  directory: string;
  verified?: readonly string[];
  allowed?: readonly string[];
}): Promise<LocalMail> {
  const { directory } = options;
  mkdirSync(directory, { recursive: true });
  let failing: Parameters<LocalMail["fail"]>[0];
  let sandboxed: readonly string[] | undefined;
  let count = 0;
  const files = () => readdirSync(directory).filter((name) => name.endsWith(".json"));
  const all = () =>
    files()
      .sort()
      .reverse()
      .map((name) => JSON.parse(readFileSync(join(directory, name), "utf8")) as Mail);

  function keep(mail: Omit<Mail, "id" | "at">): string {
    const at = new Date().toISOString();
    const id = `${at.replace(/\D/g, "")}-${String(count++).padStart(6, "0")}-${randomUUID().slice(0, 8)}`;
    writeFileSync(join(directory, `${id}.json`), JSON.stringify({ id, at, ...mail }, null, 2));
    return id;
  }

  async function send(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    if (failing === "gone") return void request.socket.destroy();
    if (failing === "error") return refuse(response, 500, "InternalFailure", "The service is not available.");
    if (failing === "throttled")
      return refuse(response, 429, "TooManyRequestsException", "Maximum sending rate exceeded.");
    if (failing === "paused")
      return refuse(response, 400, "SendingPausedException", "Email sending is disabled for your account.");
    if (!request.headers.authorization?.startsWith("AWS4-HMAC-SHA256 ")) {
      return refuse(response, 403, "MissingAuthenticationTokenException", "Missing Authentication Token");
    }
    const input = SendEmail.safeParse(JSON.parse(body.toString()));
    if (!input.success) return refuse(response, 400, "BadRequestException", z.prettifyError(input.error));
    const mail = mailOf(input.data);
    const denied = sandboxed && deniedOf(mail.to, sandboxed, options.allowed);
    if (denied !== undefined)
      return refuse(
        response,
        403,
        "AccessDeniedException",
        `User is not authorized to perform ses:SendEmail on ${denied}`,
      );
    const fault = faultOf(mail, options.verified, sandboxed);
    if (fault) return refuse(response, 400, fault.name, fault.message);
    sendJson(response, 200, { MessageId: keep(mail) });
  }

  const server = await serve(options.port, (request, response) => {
    const { pathname, searchParams } = new URL(request.url!, "http://localhost");
    if (request.method === "POST" && pathname === "/v2/email/outbound-emails") return send(request, response);
    if (request.method !== "GET") return sendJson(response, 404, { message: "Not Found" });
    if (pathname === "/mails.json") return sendJson(response, 200, all());
    const mails = all();
    if (pathname === "/") return sendPage(response, 200, listPage(mails, searchParams.get("to") ?? ""));
    const mail = mails.find(({ id }) => pathname === `/mails/${id}`);
    if (mail) return sendPage(response, 200, mailPage(mail, searchParams.get("view")));
    sendPage(response, 404, listPage(mails, ""));
  });
  return {
    ...server,
    all,
    to: (address) => all().filter((mail) => mail.to.some((each) => bare(each) === address.toLowerCase())),
    clear() {
      for (const name of files()) rmSync(join(directory, name));
    },
    fail(how) {
      failing = how;
    },
    sandbox(recipients) {
      sandboxed = recipients;
    },
  };
}

const Part = z.object({ Data: z.string(), Charset: z.string().optional() });
const SendEmail = z.object({
  FromEmailAddress: z.string().optional(),
  Destination: z
    .object({
      ToAddresses: z.array(z.string()).default([]),
      CcAddresses: z.array(z.string()).default([]),
      BccAddresses: z.array(z.string()).default([]),
    })
    .optional(),
  ReplyToAddresses: z.array(z.string()).default([]),
  Content: z.object({
    Simple: z.object({
      Subject: Part,
      Body: z
        .object({ Text: Part.optional(), Html: Part.optional() })
        .refine(({ Text, Html }) => Text !== undefined || Html !== undefined, "A body needs Text or Html."),
    }),
  }),
});

function mailOf({ FromEmailAddress, Destination, ReplyToAddresses, Content }: z.infer<typeof SendEmail>) {
  const { ToAddresses = [], CcAddresses = [], BccAddresses = [] } = Destination ?? {};
  const { Subject, Body } = Content.Simple;
  return {
    from: FromEmailAddress ?? "",
    to: [...ToAddresses, ...CcAddresses, ...BccAddresses],
    replyTo: ReplyToAddresses,
    subject: Subject.Data,
    text: Body.Text?.Data,
    html: Body.Html?.Data,
  };
}

/** The address inside `Ada Byron <ada@x.test>`, in small letters. */
const bare = (address: string) => (/<([^<>]*)>\s*$/.exec(address)?.[1] ?? address).trim().toLowerCase();

/** As SES reads an address: ASCII before the @, a domain with a dot, no line breaks anywhere. */
const isAddress = (address: string) =>
  !/[\r\n]/.test(address) &&
  /^[!#$%&'*+\-/=?^_`{|}~\w]+(\.[!#$%&'*+\-/=?^_`{|}~\w]+)*@([a-z\d-]+\.)+[a-z\d-]+$/.test(bare(address));

function faultOf(
  { from, to, replyTo, subject }: Omit<Mail, "id" | "at">,
  verified: readonly string[] | undefined,
  sandboxed: readonly string[] | undefined,
): { name: string; message: string } | undefined {
  const bad = (message: string) => ({ name: "BadRequestException", message });
  if (!isAddress(from)) return bad("Missing or invalid From address");
  if (to.length === 0) return bad("At least one recipient is needed");
  if (to.length > RECIPIENTS_MAX) return bad(`Recipient count exceeds ${RECIPIENTS_MAX}.`);
  const malformed = [...to, ...replyTo].find((address) => !isAddress(address));
  if (malformed !== undefined) return bad(`Local address or domain is not valid: ${malformed}`);
  if (/[\r\n]/.test(subject)) return bad("Header must not contain line breaks.");
  const unverified = [
    ...(verified && !isAmong(verified, bare(from)) ? [bare(from)] : []),
    ...(sandboxed ? to.map(bare).filter((address) => !isAmong(sandboxed, address)) : []),
  ];
  if (unverified.length === 0) return undefined;
  const message = `Email address is not verified. The following identities failed the check: ${unverified.join(", ")}`;
  return { name: "MessageRejected", message };
}

/** The identity of a recipient that no role of ours may use, where SES asks for it: of verified ones, in the sandbox. */
function deniedOf(
  to: readonly string[],
  sandboxed: readonly string[],
  allowed: readonly string[] = ["identity/*"],
): string | undefined {
  const recipients = to.map(bare);
  const identities = sandboxed
    .filter((name) => recipients.some((address) => isAmong([name], address)))
    .map((name) => `identity/${name}`);
  const fits = (pattern: string, identity: string) =>
    pattern.endsWith("*") ? identity.startsWith(pattern.slice(0, -1)) : pattern === identity;
  return identities.find((identity) => !allowed.some((pattern) => fits(pattern, identity)));
}

/** Whether an address is verified, itself or its domain. */
const isAmong = (names: readonly string[], address: string): boolean =>
  names.some((name) => address === name.toLowerCase() || address.endsWith(`@${name.toLowerCase()}`));

function refuse(response: ServerResponse, status: number, name: string, message: string): void {
  sendJson(response, status, { message }, { "x-amzn-errortype": name });
}

/** Mails are somebody's HTML: the page runs no script, and a mail stays inside its frame. */
function sendPage(response: ServerResponse, status: number, html: string): void {
  response
    .writeHead(status, {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; img-src data: http: https:; frame-src 'self'",
    })
    .end(html);
}
