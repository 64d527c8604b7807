import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { SESv2Client, SendEmailCommand, type SendEmailCommandInput } from "@aws-sdk/client-sesv2";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type LocalMail, startMail } from "../../../bin/local/aws/ses/ses.ts";

let directory: string;
let mail: LocalMail;
let sdk: SESv2Client;
const options = () => ({ port: 0, directory, verified: ["laurel.test"] });

beforeAll(async () => {
  mkdirSync(".cache", { recursive: true });
  directory = mkdtempSync(".cache/fidelity-ses-");
  mail = await startMail(options());
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  sdk = new SESv2Client({ endpoint: mail.url, region: "eu-central-1", credentials, maxAttempts: 1 });
});
afterAll(async () => {
  sdk.destroy();
  await mail.stop();
  rmSync(directory, { recursive: true });
});
afterEach(() => {
  mail.fail(undefined);
  mail.sandbox(undefined);
  mail.clear();
});

const letter = (Html = "<p>Hello</p>", Subject = "Welcome"): SendEmailCommandInput["Content"] => ({
  Simple: { Subject: { Data: Subject }, Body: { Text: { Data: "Hello" }, Html: { Data: Html } } },
});
const send = (changes: Partial<SendEmailCommandInput> = {}) =>
  sdk.send(
    new SendEmailCommand({
      FromEmailAddress: "Laurel <hello@laurel.test>",
      Destination: { ToAddresses: ["ada@northwind.test"] },
      Content: letter(),
      ...changes,
    }),
  );

test("a mail is kept with sender, recipients, subject, text and HTML", async () => {
  const { MessageId } = await send();
  expect(mail.to("Ada@northwind.test")).toMatchObject([
    {
      id: MessageId,
      from: "Laurel <hello@laurel.test>",
      to: ["ada@northwind.test"],
      subject: "Welcome",
      text: "Hello",
      html: "<p>Hello</p>",
    },
  ]);
});

test("a sender that is not verified is refused", async () => {
  await expect(send({ FromEmailAddress: "hello@elsewhere.test" })).rejects.toMatchObject({ name: "MessageRejected" });
  expect(mail.all()).toEqual([]);
});

test("a sender whose domain only ends like a verified one is refused", async () => {
  await expect(send({ FromEmailAddress: "hello@notlaurel.test" })).rejects.toMatchObject({ name: "MessageRejected" });
});

test.each([
  "ada",
  "ada@",
  "@northwind.test",
  "ada@northwind",
  "ada lovelace@northwind.test",
  "ada@northwind.test, eve@evil.test",
  "ada@northwind.test\r\nBcc: eve@evil.test",
])("the recipient %j is refused", async (address) => {
  await expect(send({ Destination: { ToAddresses: [address] } })).rejects.toMatchObject({
    name: "BadRequestException",
  });
  expect(mail.all()).toEqual([]);
});

test("a subject with a line break is refused", async () => {
  const Content = letter(undefined, "Welcome\r\nBcc: eve@evil.test");
  await expect(send({ Content })).rejects.toMatchObject({ name: "BadRequestException" });
});

test("a mail to nobody is refused", async () => {
  await expect(send({ Destination: { ToAddresses: [] } })).rejects.toMatchObject({ name: "BadRequestException" });
});

test("a mail to more than fifty is refused", async () => {
  const ToAddresses = Array.from({ length: 51 }, (_, index) => `ada${index}@northwind.test`);
  await expect(send({ Destination: { ToAddresses } })).rejects.toMatchObject({ name: "BadRequestException" });
});

test("a mail without a signature of AWS is refused", async () => {
  const answer = await fetch(`${mail.url}/v2/email/outbound-emails`, { method: "POST", body: "{}" });
  expect(answer.status).toBe(403);
});

test("a service that fails answers 500, or nothing at all, and keeps nothing", async () => {
  mail.fail("error");
  await expect(send()).rejects.toMatchObject({ $metadata: { httpStatusCode: 500 } });
  mail.fail("gone");
  await expect(send()).rejects.toThrow();
  mail.fail("throttled");
  await expect(send()).rejects.toMatchObject({ name: "TooManyRequestsException" });
  expect(mail.all()).toEqual([]);
});

test("mails are still there after a restart", async () => {
  await send();
  const again = await startMail(options());
  expect(again.to("ada@northwind.test")).toHaveLength(1);
  await again.stop();
});

test("the page shows a mail's HTML in a frame that runs no script", async () => {
  const { MessageId } = await send({ Content: letter("<script>alert(1)</script>", "<b>Welcome</b>") });
  const list = await (await fetch(mail.url)).text();
  expect(list).toContain(`/mails/${MessageId}`);
  expect(list).not.toContain("<b>Welcome</b>");
  const answer = await fetch(`${mail.url}/mails/${MessageId}`);
  const page = await answer.text();
  expect(page).not.toContain("<script>");
  expect(page).toMatch(/<iframe sandbox="[^"]*"/);
  expect(page).not.toContain("allow-scripts");
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(await (await fetch(`${mail.url}/mails/${MessageId}?view=text`)).text()).toContain("<pre>Hello</pre>");
});

test("an account in the sandbox reaches verified recipients alone, and names the others", async () => {
  mail.sandbox(["northwind.test"]);
  await send();
  const Destination = { ToAddresses: ["ada@northwind.test", "Abe <abe@fabrikam.test>"] };
  await expect(send({ Destination })).rejects.toMatchObject({
    name: "MessageRejected",
    message: expect.stringMatching(/not verified.*: abe@fabrikam\.test$/),
  });
  expect(mail.all()).toHaveLength(1);
  mail.sandbox(undefined);
  await send({ Destination });
  expect(mail.all()).toHaveLength(2);
});

test("in the sandbox a role that names the sender's identity alone is refused a verified recipient", async () => {
  const narrow = await startMail({ ...options(), allowed: ["identity/laurel.test"] });
  const sender = new SESv2Client({ endpoint: narrow.url, region: "eu-central-1", credentials: sdk.config.credentials });
  const letterTo = (address: string) =>
    sender.send(
      new SendEmailCommand({
        FromEmailAddress: "hello@laurel.test",
        Destination: { ToAddresses: [address] },
        Content: letter(),
      }),
    );
  try {
    await letterTo("ada@northwind.test");
    narrow.sandbox(["northwind.test", "laurel.test"]);
    await expect(letterTo("ada@northwind.test")).rejects.toMatchObject({ name: "AccessDeniedException" });
    await letterTo("eve@laurel.test");
  } finally {
    sender.destroy();
    await narrow.stop();
  }
});
