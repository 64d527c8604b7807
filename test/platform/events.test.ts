import { DeleteItemCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { afterAll, describe, expect, it } from "vitest";
import { htmlOf, textOf } from "../../functions/platform/model/mails/layout.ts";
import { contract } from "../../shared/contract.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { submitted } from "../support/fixtures/work.ts";
import { lentWorld } from "../support/lent-world.ts";
import { operate, settingsOf } from "../support/program.ts";
import { slowness } from "../support/slowness.ts";

const { organization, user } = contract;
const world = await lentWorld();
afterAll(() => world.stop());

const invite = (email: string) => ({ invitations: [{ email, role: 5 }] });

describe("mails", () => {
  it("arrive once, in the organization's name, with one button and the full link", async () => {
    const academy = await world.newOrganization("Riverside Academy");
    const email = "nina@learners.test";
    expect((await academy.as("Ada").call(organization.inviteUsers, invite(email))).status).toBe(200);
    await world.settle();
    const mails = await world.mails.to(email);
    expect(mails).toHaveLength(1);
    const [mail] = mails;
    expect(mail!.from).toContain(`${academy.name} via Laurel`);
    const links = [...mail!.html!.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!.replaceAll("&#38;", "&"));
    expect(new Set(links).size).toBe(1);
    const url = new URL(links[0]!);
    expect(url.origin).toBe(world.origin);
    expect(url.pathname).toBe("/signup");
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      email,
      role: "5",
      t: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(mail!.text).toContain(links[0]);
    const everything = JSON.stringify(await world.control.everything());
    expect(everything).not.toContain(url.searchParams.get("t"));
  });

  it("about a credential show its badge, the picture of it that is served", async () => {
    const academy = await world.newOrganization("Badge Academy");
    const rita = await acceptedReviewer(academy, "Rita");
    await submitted(academy.as("Lena"), await publishedCredential(academy, [rita]));
    await world.settle();
    const mails = await world.mails.to(rita.email);
    const [picture = ""] = mails.flatMap(({ html = "" }) => /<img src="([^"]+)"/.exec(html)?.[1] ?? []);
    const served = await fetch(picture);
    expect([served.status, served.headers.get("content-type")]).toEqual([200, "image/png"]);
  });

  it("wait out a dead mail server, which stops nobody; afterwards they go out by themselves, once", async () => {
    const academy = await world.newOrganization("Hilltop Academy");
    const email = "omar@learners.test";
    await world.control.faults({ rules: [{ what: "gone", service: "ses", times: "always" }] });
    expect((await academy.as("Ada").call(organization.inviteUsers, invite(email))).status).toBe(200);
    const waits = async () =>
      (await world.control.logs()).some((line) => line.includes('"code":"mail.server-unavailable"'));
    await expect.poll(waits, { timeout: 60_000 * slowness }).toBe(true);
    const listed = await academy.as("Ada").call(organization.listUsers, {});
    expect(listed.body.data.users.map((each) => each.email)).toContain(email);
    expect(await world.mails.to(email)).toHaveLength(0);
    await world.control.faults();
    await expect
      .poll(async () => (await world.mails.to(email)).length, { timeout: 60_000 * slowness, interval: 250 })
      .toBe(1);
    const dead = (await world.control.queues()).find(({ name }) => name.endsWith("-mail-dead"));
    expect(dead!.waiting).toEqual([]);
    await world.settle();
    expect(await world.mails.to(email)).toHaveLength(1);
  });
});

describe("the replay of a time's events", () => {
  it("does what the stream could not publish, and nothing twice", async () => {
    const academy = await world.newOrganization("Valley Academy");
    const [lost, arrived] = ["otto@learners.test", "olga@learners.test"];
    const since = new Date().toISOString();
    for (const email of [lost, arrived])
      expect((await academy.as("Ada").call(organization.inviteUsers, invite(email))).status).toBe(200);
    await world.settle();
    const settings = await settingsOf(world);
    const everything = await world.control.everything();
    const { invite_id } = everything.find(({ pk, email }) => `${pk}`.startsWith("INVITE#") && email === lost)!;
    const { pk, sk } = everything.find((item) => item.sk === `mail#${invite_id}`) as { pk: string; sk: string };
    const database = new DynamoDBClient({
      endpoint: settings.AWS_ENDPOINT_URL_DYNAMODB,
      region: settings.AWS_REGION,
      credentials: { accessKeyId: settings.AWS_ACCESS_KEY_ID!, secretAccessKey: settings.AWS_SECRET_ACCESS_KEY! },
    });
    await database.send(
      new DeleteItemCommand({ TableName: settings.TABLE_NAME, Key: { pk: { S: pk }, sk: { S: sk } } }),
    );
    database.destroy();
    const { said } = await operate(world, "replay-events", "--stage", "local", "--since", since);
    expect(said).toMatch(/^\d+ events were published again\.$/m);
    await world.settle();
    expect(await world.mails.to(lost)).toHaveLength(2);
    expect(await world.mails.to(arrived)).toHaveLength(1);
  });
});

describe("an event told again", () => {
  it("makes no second notice, mail or figure", async () => {
    const academy = await world.newOrganization("Bayside Academy");
    const [ada, lena] = [academy.as("Ada"), academy.as("Lena")];
    await ada.token();
    await lena.token();
    const event = {
      event_id: "evt_01TEST",
      type: "member.joined",
      at: new Date().toISOString(),
      subject_id: lena.user_id,
      organization_id: academy.organization_id,
      actor_id: lena.user_id,
      user_id: lena.user_id,
      invite_id: "inv_1",
    };
    const records = [1, 2].map((messageId) => ({ messageId: String(messageId), body: JSON.stringify(event) }));
    for (const name of ["write-notices", "count-analytics", "index-words"]) {
      for (const record of [...records, ...records]) {
        expect(await world.control.invoke(`platform/${name}`, { Records: [record] })).toEqual({
          batchItemFailures: [],
        });
      }
    }
    expect((await lena.call(user.countNotices, { unread: "true" })).body.data.count).toBe(1);
    const [metrics] = await world.control.items(`FIGURES#${academy.organization_id}`);
    expect(metrics).toMatchObject({ members_joined: 1 });
    const found = await ada.call(user.search, { q: "LEN riv" });
    expect(found.body.data).toMatchObject({ total: 1, users: [{ user_id: lena.user_id }] });
  });
});

describe("a worker", () => {
  const academy = world.newOrganization("Seaside Academy");
  const lines = async (event_id: string) =>
    (await world.control.logs())
      .filter((line) => line.includes(event_id))
      .map((line) => JSON.parse(line) as { level: string; message: string });
  const eventOf = (event_id: string, user_id: string, organization_id: string) => ({
    event_id,
    at: new Date().toISOString(),
    subject_id: user_id,
    organization_id,
    actor_id: user_id,
    user_id,
  });

  it("keeps the words of somebody once, whichever of a sign-up's events come at once", async () => {
    const { organization_id, as } = await academy;
    const lena = as("Lena");
    await lena.token();
    await world.settle();
    const event_id = `evt_${Date.now()}WORDS`;
    const types = ["user.signed-up", "member.joined", "user.changed", "member.role-changed"];
    const Records = [...types, ...types].map((type, index) => {
      const event = { ...eventOf(event_id, lena.user_id, organization_id), type };
      return { messageId: String(index), body: JSON.stringify(event) };
    });
    expect(await world.control.invoke("platform/index-words", { Records })).toEqual({ batchItemFailures: [] });
    expect(await lines(event_id)).toEqual([]);
  });

  it("says that something is wrong only when a message has failed for the last time", async () => {
    const { organization_id } = await academy;
    const failing = async (event_id: string, receives: number) => {
      const event = { ...eventOf(event_id, "usr_0", organization_id), type: "member.joined", at: "yesterday" };
      const attributes = { ApproximateReceiveCount: String(receives) };
      const Records = [{ messageId: "1", body: JSON.stringify(event), attributes }];
      const answer = await world.control.invoke("platform/count-analytics", { Records });
      expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: "1" }] });
      return (await lines(event_id)).map(({ level, message }) => [level, message]);
    };
    expect(await failing(`evt_${Date.now()}FIRST`, 1)).toEqual([["warn", "event_retried"]]);
    expect(await failing(`evt_${Date.now()}LAST`, 5)).toEqual([["error", "event_failed"]]);
  });
});

describe("search words", () => {
  it("follow a person's name, and no other organization finds them", async () => {
    const [academy, other] = [await world.newOrganization("Pine Academy"), await world.newOrganization("Oak Academy")];
    const lena = academy.as("Lena");
    const rename = { user_id: lena.user_id, first_name: "Zoë", last_name: "Quill", isSelfProfileUpdate: true };
    expect((await lena.call(user.update, rename)).status).toBe(200);
    await world.settle();
    const search = async (who: typeof lena, q: string) => (await who.call(user.search, { q })).body.data.total;
    expect(await search(academy.as("Ada"), "zoe qui")).toBe(1);
    expect(await search(academy.as("Ada"), "zoe rivers")).toBe(0);
    expect(await search(other.as("Ada"), "zoe")).toBe(0);
  });
});

describe("a letter", () => {
  const letter = {
    subject: 'A <b>title</b> & "more"',
    lines: ["<script>alert(1)</script>"],
    button: { label: "Open", url: "http://localhost:3000/?a=1&b=2" },
    organizationName: "Northwind <College>",
  };

  it("escapes everything it is given, and says the same in plain text", () => {
    expect(htmlOf(letter)).not.toMatch(/<script>|<b>title|<College>/);
    expect(htmlOf(letter)).toContain("prefers-color-scheme: dark");
    expect(textOf(letter)).toContain("http://localhost:3000/?a=1&b=2");
  });
});
