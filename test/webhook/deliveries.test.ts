import { createPublicKey, verify } from "node:crypto";
import type { ServerResponse } from "node:http";
import { Webhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { platformKeys } from "../../functions/data/keys/platform.ts";
import { webhookViews } from "../../functions/data/keys/webhook.ts";
import { contract } from "../../shared/contract.ts";
import { attemptsMax, retrySeconds } from "../../shared/webhook/delivery.ts";
import { endpointsMax } from "../../shared/webhook/endpoint.ts";
import { answered } from "../support/fixtures/answered.ts";
import { queued } from "../support/fixtures/event.ts";
import { type Arrived, type Receiver, startReceiver, webhookHeaders } from "../support/fixtures/receiver.ts";
import { lentWorld } from "../support/lent-world.ts";
import type { Organization } from "../support/organization.ts";
import { signOutEverybody } from "../support/people.ts";
import { slowness } from "../support/slowness.ts";

const { webhook, organization } = contract;
const world = await lentWorld();
const receivers: Receiver[] = [];
const DAY_MS = 86_400_000;

const mark = () => Math.random().toString(36).slice(2, 10);

async function receiver(): Promise<Receiver> {
  const one = await startReceiver();
  receivers.push(one);
  return one;
}

/** An endpoint of an organization, and the server behind it. */
async function endpointOf(school: Organization, types: string[] = []) {
  const server = await receiver();
  const ada = school.as("Ada");
  ada.signOut();
  const input = { address: server.address, types: types as [] };
  const { secret, endpoint } = answered(await ada.call(webhook.create, input));
  return { server, secret, endpoint, endpoint_id: endpoint.endpoint_id };
}

async function invite(school: Organization): Promise<string> {
  const invitations = [{ email: `${mark()}@guests.test`, role: 5 }];
  const [made] = answered(await school.as("Ada").call(organization.inviteUsers, { invitations })).invitations;
  return made!.invite_id;
}

const ofInvitation = ({ arrived }: Receiver, invite_id: string): Arrived[] =>
  arrived.filter(({ body }) => body.includes(invite_id));

const arrivedAt = (server: Receiver, count = 1) =>
  expect.poll(() => server.arrived.length, { timeout: 30_000 * slowness }).toBeGreaterThanOrEqual(count);

const deliveriesOf = async (school: Organization, endpoint_id: string) =>
  answered(await school.as("Ada").call(webhook.listDeliveries, { endpoint_id, limit: 100 })).deliveries;

async function later(milliseconds: number): Promise<void> {
  await world.control.moveClock(milliseconds);
  signOutEverybody(world.origin);
}

/** Lets the clock's work for webhooks run, so much later. */
async function retryLater(milliseconds: number): Promise<void> {
  await later(milliseconds);
  await world.control.runSchedule("retry-deliveries");
  await world.settle();
}

function isSignedBy(publicKey: string, { headers, body }: Arrived): boolean {
  const prefix = Buffer.from("302a300506032b6570032100", "hex");
  const raw = Buffer.from(publicKey.replace("whpk_", ""), "base64");
  const key = createPublicKey({ key: Buffer.concat([prefix, raw]), format: "der", type: "spki" });
  const text = Buffer.from(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`);
  const signatures = String(headers["webhook-signature"]).split(" ");
  return signatures
    .filter((each) => each.startsWith("v1a,"))
    .some((each) => verify(null, text, key, Buffer.from(each.slice(4), "base64")));
}

let school: Organization;
beforeAll(async () => {
  school = await world.newOrganization("Horn School");
});
afterAll(async () => {
  await Promise.all(receivers.map((each) => each.stop()));
  await world.stop();
});

describe("what happens in an organization", () => {
  test("arrives at its endpoint, signed so that Standard Webhooks' and Svix's own libraries verify it, and by its public key", async () => {
    const { server, secret, endpoint } = await endpointOf(school);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(endpoint.public_key).toMatch(/^whpk_[A-Za-z0-9+/]{43}=$/);
    const invite_id = await invite(school);
    await world.settle();
    const [one] = ofInvitation(server, invite_id);
    const { organization_id } = school;
    const told = {
      type: "invitation.sent",
      timestamp: expect.any(String),
      data: { organization_id, state: "pending", invite_id, link: expect.stringContaining("/api/v1/") },
    };
    expect(new Webhook(secret).verify(one!.body, webhookHeaders(one!))).toEqual(told);
    expect(() => new SvixWebhook(secret).verify(one!.body, webhookHeaders(one!))).not.toThrow();
    expect(isSignedBy(endpoint.public_key, one!)).toBe(true);
    expect(one!.headers).toMatchObject({ "content-type": "application/json", "user-agent": "Laurel-Webhooks/1.0" });
    const changed = { ...one!, body: one!.body.replace("pending", "removed") };
    for (const library of [new Webhook(secret), new SvixWebhook(secret)])
      expect(() => library.verify(changed.body, webhookHeaders(changed))).toThrow();
    expect(isSignedBy(endpoint.public_key, changed)).toBe(false);
  });

  test("goes where a change of the endpoint says, and a change of what was read before another one is refused", async () => {
    const { server, endpoint, endpoint_id } = await endpointOf(school, ["certificate.issued"]);
    const { version } = endpoint;
    const change = { endpoint_id, version, address: `${server.address}all`, description: "All of it", types: [] };
    const ada = school.as("Ada");
    expect(answered(await ada.call(webhook.update, change))).toMatchObject({ description: "All of it", types: [] });
    expect(await ada.call(webhook.update, { ...change, description: "" })).toMatchObject({
      status: 409,
      body: { error: { code: "state.changed" } },
    });
    const invite_id = await invite(school);
    await world.settle();
    expect(ofInvitation(server, invite_id)).toHaveLength(1);
  });

  test("has the same id and content there as in the list of events, and goes to no endpoint that is not told of it", async () => {
    const all = await endpointOf(school);
    const others = await endpointOf(school, ["certificate.issued"]);
    const invite_id = await invite(school);
    await world.settle();
    const [one] = ofInvitation(all.server, invite_id);
    const events = answered(await school.as("Ada").call(webhook.listEvents, {})).events;
    const { event_id, ...rest } = events.find(({ data }) => data.invite_id === invite_id)!;
    expect(one!.headers["webhook-id"]).toBe(event_id);
    expect(JSON.parse(one!.body)).toEqual(rest);
    expect(others.server.arrived).toEqual([]);
  });

  test("is told to nobody when it is rolled back, and of another organization to nobody here", async () => {
    const elsewhere = await world.newOrganization("Flute School");
    const { server } = await endpointOf(school);
    const email = `${mark()}@guests.test`;
    const invitations = [{ email, role: 5 }];
    answered(await school.as("Ada").call(organization.inviteUsers, { invitations }));
    await school.as("Ada").call(organization.inviteUsers, { invitations }); // refused: the address is taken
    await invite(elsewhere);
    await world.settle();
    expect(server.arrived).toHaveLength(1);
  });

  test("arrives again with the same id, and in no more deliveries, when the stream tells it twice", async () => {
    const { server, endpoint_id } = await endpointOf(school);
    const invite_id = await invite(school);
    await world.settle();
    const [{ event_id } = { event_id: "" }] = await deliveriesOf(school, endpoint_id);
    const { organization_id } = school;
    const Records = [queued(organization_id, { event_id, type: "invitation.sent", subject_id: invite_id, invite_id })];
    await world.control.invoke("webhook/keep-events", { Records });
    const message = { organization_id, endpoint_id, event_id };
    const attributes = { MessageGroupId: endpoint_id, ApproximateReceiveCount: "1" };
    const again = [{ messageId: "2", attributes, body: JSON.stringify(message) }];
    await world.control.invoke("webhook/deliver", { Records: again });
    await world.settle();
    expect(server.of(event_id)).toHaveLength(1);
    expect(await deliveriesOf(school, endpoint_id)).toHaveLength(1);
  });
});

describe("an endpoint's secret", () => {
  test("is shown once, kept only encrypted, and given anew only after a proof of the last ten minutes", async () => {
    const { secret, endpoint_id } = await endpointOf(school);
    await world.settle();
    expect(JSON.stringify(await world.control.everything())).not.toContain(secret.slice("whsec_".length));
    const listed = await school.as("Ada").call(webhook.list, { limit: 100 });
    expect(JSON.stringify(listed.body)).not.toContain(secret.slice("whsec_".length));
    const late = school.as("Ada").later({ minutes: 11 });
    const stale = { status: 403, body: { error: { code: "auth.proof-needed" } } };
    expect(await late.call(webhook.rotate, { endpoint_id })).toMatchObject(stale);
    expect(await late.call(webhook.create, { address: "https://hooks.example.com/" })).toMatchObject(stale);
  });

  test("that was rotated signs beside the new one for a day, as both libraries find, and no longer", async () => {
    const { server, secret: former, endpoint, endpoint_id } = await endpointOf(school);
    const ada = school.as("Ada");
    ada.signOut();
    const { secret, endpoint: after } = answered(await ada.call(webhook.rotate, { endpoint_id }));
    expect(secret).not.toBe(former);
    expect(after.former_until).toEqual(expect.any(String));
    const during = await invite(school);
    await world.settle();
    const [one] = ofInvitation(server, during) as [Arrived];
    for (const each of [secret, former])
      for (const library of [new Webhook(each), new SvixWebhook(each)])
        expect(() => library.verify(one.body, webhookHeaders(one))).not.toThrow();
    for (const each of [after, endpoint]) expect(isSignedBy(each.public_key, one)).toBe(true);
    await later(DAY_MS);
    const after24 = await invite(school);
    await world.settle();
    const [next] = ofInvitation(server, after24) as [Arrived];
    const signatures = String(next.headers["webhook-signature"]).split(" ");
    expect(signatures.map((each) => each.split(",")[0])).toEqual(["v1", "v1a"]);
    expect(() => new SvixWebhook(former).verify(next.body, webhookHeaders(next))).toThrow();
    expect(isSignedBy(after.public_key, next)).toBe(true);
    expect(isSignedBy(endpoint.public_key, next)).toBe(false);
  });
});

describe("a delivery that fails", () => {
  test("is tried ten times by the clock over three days, told with each answer, and then given up", async () => {
    const { server, endpoint_id } = await endpointOf(school);
    server.answer((response) => void response.writeHead(500).end("out of order"));
    await invite(school);
    await world.settle();
    for (const seconds of retrySeconds) {
      const before = server.arrived.length;
      if (seconds > 60) await retryLater(seconds * 500);
      expect(server.arrived).toHaveLength(before); // not before its time
      await retryLater(seconds * (seconds > 60 ? 600 : 1100) + 1000);
      expect(server.arrived).toHaveLength(before + 1);
    }
    await retryLater(DAY_MS);
    expect(server.arrived).toHaveLength(attemptsMax);
    const ids = new Set(server.arrived.map(({ headers }) => headers["webhook-id"]));
    expect(ids.size).toBe(1);
    const [delivery] = await deliveriesOf(school, endpoint_id);
    expect(delivery).toMatchObject({ outcome: "failed", tries: attemptsMax, status: 500 });
    const { event_id } = delivery!;
    const details = answered(await school.as("Ada").call(webhook.readDelivery, { endpoint_id, event_id }));
    expect(details.attempts).toHaveLength(attemptsMax);
    const [{ headers }] = server.arrived as [Arrived];
    const sent = { address: server.address, timestamp: Number(headers["webhook-timestamp"]) };
    expect(details.attempts[0]).toMatchObject({ ...sent, status: 500, answer: "out of order" });
    expect(JSON.parse(details.body)).toMatchObject({ type: "invitation.sent" });
    // its event is days old: what counts is when it was given up
    const givenUp = Date.parse(details.attempts.at(-1)!.at);
    const resentSince = async (at: number) => {
      const since = new Date(at).toISOString();
      return answered(await school.as("Ada").call(webhook.resendSince, { endpoint_id, since })).resent;
    };
    expect(await resentSince(givenUp + 1)).toBe(0);
    expect(await resentSince(givenUp)).toBe(1);
    await retryLater(1000);
    expect(server.arrived).toHaveLength(attemptsMax + 1);
  });

  test("arrives with the next attempt once its server is well, and nothing is told of the failure then", async () => {
    const { server, endpoint_id } = await endpointOf(school);
    server.answer((response) => void response.writeHead(503).end());
    await invite(school);
    await world.settle();
    const failing = async () =>
      answered(await school.as("Ada").call(webhook.list, { limit: 100 })).endpoints.find(
        (each) => each.endpoint_id === endpoint_id,
      )!.failing_since;
    expect(await failing()).toEqual(expect.any(String));
    server.answer((response) => void response.writeHead(200).end());
    await retryLater(60_000);
    expect(server.arrived).toHaveLength(2);
    expect(await deliveriesOf(school, endpoint_id)).toMatchObject([{ outcome: "delivered", status: 200 }]);
    expect(await failing()).toBeUndefined();
  });

  const dateAfter = ({ headers }: Arrived, seconds: number) =>
    new Date((Number(headers["webhook-timestamp"]) + seconds) * 1000).toUTCString();
  test.each([
    ["by seconds", 3600, (_: Arrived) => "3600"],
    ["by a date", 3600, (one: Arrived) => dateAfter(one, 3600)],
    ["a day at most where the date is far away", 86_400, (one: Arrived) => dateAfter(one, 30 * 86_400)],
    ["no longer than others where the date has passed", 5, (one: Arrived) => dateAfter(one, -3600)],
    ["no longer than others where it is no date", 5, (_: Arrived) => "tomorrow GMT"],
  ])("waits as long as a busy server asks: %s", async (_, seconds, retryAfter) => {
    const harps = await world.newOrganization("Harp School");
    const { server } = await endpointOf(harps);
    server.answer((response, one) => void response.writeHead(429, { "retry-after": retryAfter(one) }).end());
    await invite(harps);
    await world.settle();
    if (seconds > 60) await retryLater(seconds * 800);
    expect(server.arrived).toHaveLength(1);
    await retryLater(seconds * (seconds > 60 ? 320 : 1100) + 1000);
    expect(server.arrived).toHaveLength(2);
  });

  test("is a redirect, too, which is not followed", async () => {
    const [{ server, endpoint_id }, other] = [await endpointOf(school), await receiver()];
    server.answer((response) => void response.writeHead(302, { location: other.address }).end());
    await invite(school);
    await world.settle();
    expect(await deliveriesOf(school, endpoint_id)).toMatchObject([{ outcome: "waiting", status: 302 }]);
    expect(other.arrived).toEqual([]);
  });

  test("keeps of an answer of 10 MB the first 2 KB", async () => {
    const { server, endpoint_id } = await endpointOf(school);
    server.answer((response) => {
      response.writeHead(200);
      response.end("x".repeat(10_000_000));
    });
    await invite(school);
    await world.settle();
    const [{ event_id, outcome } = { event_id: "", outcome: "" }] = await deliveriesOf(school, endpoint_id);
    expect(outcome).toBe("delivered");
    const { attempts } = answered(await school.as("Ada").call(webhook.readDelivery, { endpoint_id, event_id }));
    expect(attempts[0]!.answer).toBe("x".repeat(2048));
  });
});

describe("the list of what was sent to an endpoint", () => {
  test("finds the few that failed among a thousand with a request for each hundred, and each once", async () => {
    const fifes = await world.newOrganization("Fife School");
    const { endpoint_id } = await endpointOf(fifes);
    const { organization_id } = fifes;
    const failed = [0, ...Array.from({ length: 15 }, (_, at) => 500 + at)];
    const idAt = (index: number) => `evt_01${String(index).padStart(24, "0")}`;
    await world.control.put(
      Array.from({ length: 1000 }, (_, index) => ({
        ...{ pk: `ORG#${organization_id}#webhook#${endpoint_id}`, sk: idAt(index), event_id: idAt(index) },
        ...{ organization_id, endpoint_id, type: "invitation.sent", body: "{}", attempts: [], tries: 1, version: 1 },
        ...{ outcome: failed.includes(index) ? "failed" : "delivered", created_on: "2026-11-21T08:00:00.000Z" },
      })),
    );
    const ada = fifes.as("Ada");
    await ada.call(webhook.list, {}); // signs in
    await world.control.faults({ rules: [] });
    const asked = { endpoint_id, outcome: "failed", limit: 10 } as const;
    const first = answered(await ada.call(webhook.listDeliveries, asked));
    const rest = answered(await ada.call(webhook.listDeliveries, { ...asked, cursor: first.cursor! }));
    const seen = (await world.control.seenRequests()).filter((each) => each.function === "webhook/list-deliveries");
    await world.control.faults();
    expect(first.deliveries).toHaveLength(10);
    const found = [...first.deliveries, ...rest.deliveries].map(({ event_id }) => event_id);
    expect(found).toEqual(failed.map(idAt).toReversed());
    expect(seen.filter(({ operation }) => operation === "Query").length).toBeLessThanOrEqual(12);
    const all = answered(await ada.call(webhook.listDeliveries, { endpoint_id, limit: 100 }));
    expect(all.deliveries).toHaveLength(100);
  });
});

describe("the attempts of an endpoint's last 24 hours", () => {
  const attemptsOf = async (of: Organization, endpoint_id: string) =>
    answered(await of.as("Ada").call(webhook.list, { limit: 100 })).endpoints.find(
      (each) => each.endpoint_id === endpoint_id,
    )!.attempts;

  test("are told by what they came to, those of each delivery and of no other endpoint, and no later", async () => {
    const bells = await world.newOrganization("Bell School");
    const [{ server, endpoint_id }, well] = [await endpointOf(bells), await endpointOf(bells)];
    await world.settle();
    expect(await attemptsOf(bells, endpoint_id)).toEqual({ delivered: 0, failed: 0 });
    await invite(bells);
    await world.settle();
    server.answer((response) => void response.writeHead(503).end());
    await invite(bells);
    await world.settle();
    await retryLater(60_000);
    expect(await attemptsOf(bells, endpoint_id)).toEqual({ delivered: 1, failed: 2 });
    expect(await attemptsOf(bells, well.endpoint_id)).toEqual({ delivered: 2, failed: 0 });
    server.answer((response) => void response.writeHead(200).end());
    await later(22.5 * 3_600_000);
    expect(await attemptsOf(bells, endpoint_id)).toEqual({ delivered: 1, failed: 2 });
    await retryLater(3 * 3_600_000);
    expect(await attemptsOf(bells, endpoint_id)).toEqual({ delivered: 1, failed: 0 });
    expect(await attemptsOf(bells, well.endpoint_id)).toEqual({ delivered: 0, failed: 0 });
  });

  test("count once where the table's answer was lost, and not where it was off", async () => {
    const gongs = await world.newOrganization("Gong School");
    const { server, endpoint_id } = await endpointOf(gongs);
    await world.settle();
    const lost = { what: "lost", service: "dynamodb", function: "webhook/deliver" } as const;
    await world.control.faults({ rules: [{ ...lost, operation: "TransactWriteItems", times: 1 }] });
    await invite(gongs);
    await arrivedAt(server);
    await world.settle();
    expect((await world.control.seenRequests()).filter(({ fault }) => fault === "lost")).toHaveLength(1);
    await world.control.faults();
    expect(await attemptsOf(gongs, endpoint_id)).toEqual({ delivered: 1, failed: 0 });
    server.answer((response) => void response.writeHead(500).end());
    await invite(gongs);
    await world.settle();
    answered(await gongs.as("Ada").call(webhook.setStatus, { endpoint_id, status: "off" }));
    await retryLater(60_000);
    expect(await deliveriesOf(gongs, endpoint_id)).toMatchObject([{ outcome: "failed" }, { outcome: "delivered" }]);
    expect(await attemptsOf(gongs, endpoint_id)).toEqual({ delivered: 1, failed: 1 });
  });
});

describe("an endpoint", () => {
  const stateOf = async (endpoint_id: string, of = school) =>
    answered(await of.as("Ada").call(webhook.list, { limit: 100 })).endpoints.find(
      (each) => each.endpoint_id === endpoint_id,
    );
  const mailsOf = async () => (await world.mails.to(school.as("Ada").email)).map(({ subject }) => subject);

  test("that answers 410 is turned off at once, and every admin is told", async () => {
    const { server, endpoint_id } = await endpointOf(school);
    server.answer((response) => void response.writeHead(410).end());
    await invite(school);
    await world.settle();
    expect(await stateOf(endpoint_id)).toMatchObject({ status: "off", off_because: "gone" });
    expect(await deliveriesOf(school, endpoint_id)).toMatchObject([{ outcome: "failed", status: 410 }]);
    expect(await mailsOf()).toContain("Webhook endpoint turned off");
    await invite(school);
    await world.settle();
    expect(server.arrived).toHaveLength(1);
  });

  test("without a success is told of after a day, and turned off after five, which is told, too", async () => {
    const quiet = await world.newOrganization("Drum School");
    const { server, endpoint_id } = await endpointOf(quiet);
    const mails = async () => (await world.mails.to(quiet.as("Ada").email)).map(({ subject }) => subject);
    const listed = async () => answered(await quiet.as("Ada").call(webhook.list, {})).endpoints[0]!;
    server.answer((response) => void response.writeHead(500).end());
    await invite(quiet);
    await world.settle();
    expect(await mails()).not.toContain("Webhook endpoint failing");
    await later(1.5 * DAY_MS);
    await invite(quiet);
    await world.settle();
    expect(await mails()).toContain("Webhook endpoint failing");
    await later(DAY_MS);
    await invite(quiet);
    await world.settle();
    expect((await mails()).filter((each) => each === "Webhook endpoint failing")).toHaveLength(1);
    expect(await listed()).toMatchObject({ status: "active" });
    await later(3 * DAY_MS);
    await invite(quiet);
    await world.settle();
    expect(await listed()).toMatchObject({ endpoint_id, status: "off", off_because: "failing" });
    expect(await mails()).toContain("Webhook endpoint turned off");
    const { notices } = answered(await quiet.as("Ada").call(contract.user.listNotices, {}));
    const told = notices.map(({ title }) => title).filter((title) => title.startsWith("Webhook endpoint"));
    expect(told.toSorted()).toEqual(["Webhook endpoint failing", "Webhook endpoint turned off"]);
  });

  test("that is off, or removed, is sent nothing from the next attempt on", async () => {
    const [off, gone] = [await endpointOf(school), await endpointOf(school)];
    for (const { server } of [off, gone]) server.answer((response) => void response.writeHead(500).end());
    await invite(school);
    await world.settle();
    const ada = school.as("Ada");
    answered(await ada.call(webhook.setStatus, { endpoint_id: off.endpoint_id, status: "off" }));
    answered(await ada.call(webhook.remove, { endpoint_id: gone.endpoint_id }));
    await retryLater(60_000);
    await invite(school);
    await world.settle();
    for (const { server } of [off, gone]) expect(server.arrived).toHaveLength(1);
    expect(await deliveriesOf(school, off.endpoint_id)).toMatchObject([{ outcome: "failed" }]);
    const nowhere = { endpoint_id: gone.endpoint_id };
    expect((await ada.call(webhook.listDeliveries, nowhere)).status).toBe(404);
    const refused = { status: 409, body: { error: { code: "webhook.off" } } };
    expect(await ada.call(webhook.sendTest, { endpoint_id: off.endpoint_id })).toMatchObject(refused);
    answered(await ada.call(webhook.setStatus, { endpoint_id: off.endpoint_id, status: "active" }));
    off.server.answer((response) => void response.writeHead(200).end());
    const invite_id = await invite(school);
    await world.settle();
    expect(ofInvitation(off.server, invite_id)).toHaveLength(1);
  });

  test("is sent a test, a delivery again, and what was given up since a time, on an admin's word", async () => {
    const { server, endpoint_id } = await endpointOf(school);
    const ada = school.as("Ada");
    const { event_id } = answered(await ada.call(webhook.sendTest, { endpoint_id }));
    await world.settle();
    const [one] = server.of(event_id);
    expect(JSON.parse(one!.body)).toMatchObject({ type: "webhook.test" });
    answered(await ada.call(webhook.resend, { endpoint_id, event_id }));
    await world.settle();
    expect(server.of(event_id)).toHaveLength(2);

    const { created_on: since } = answered(await ada.call(webhook.readDelivery, { endpoint_id, event_id }));
    server.answer((response) => void response.writeHead(500).end());
    const missed = [await invite(school), await invite(school)];
    await world.settle();
    await world.control.put(
      (await world.control.items(`ORG#${school.organization_id}#webhook#${endpoint_id}`))
        .filter(({ outcome }) => outcome === "waiting")
        .map(({ next_on: _, ...each }) => ({ ...each, outcome: "failed" })),
    );
    server.answer((response) => void response.writeHead(200).end());
    expect(answered(await ada.call(webhook.resendSince, { endpoint_id, since }))).toEqual({
      resent: 2,
      has_more: false,
    });
    await retryLater(1000);
    for (const invite_id of missed) expect(ofInvitation(server, invite_id)).toHaveLength(2);
    expect(await deliveriesOf(school, endpoint_id)).toMatchObject([
      { outcome: "delivered" },
      { outcome: "delivered" },
      { outcome: "delivered", type: "webhook.test" },
    ]);
  });

  describe("that does not answer, and is waited for,", () => {
    let tubas: Organization;
    beforeAll(async () => {
      tubas = await world.newOrganization("Tuba School");
    });
    const well = (response: ServerResponse) => void response.writeHead(204).end();

    /** An endpoint whose first delivery was tried twice, so that others wait for minutes, and the ids of three. */
    async function paused() {
      const one = await endpointOf(tubas);
      one.server.answer((response) => void response.destroy());
      await invite(tubas);
      await world.settle();
      await retryLater(60_000);
      await invite(tubas);
      await invite(tubas);
      await world.settle();
      expect(one.server.arrived).toHaveLength(2);
      const event_ids = (await deliveriesOf(tubas, one.endpoint_id)).map(({ event_id }) => event_id);
      return { ...one, event_ids };
    }
    const giveUp = async (endpoint_id: string) =>
      world.control.put(
        (await world.control.items(`ORG#${tubas.organization_id}#webhook#${endpoint_id}`)).map(
          ({ next_on: _, ...each }) => ({ ...each, outcome: "failed" }),
        ),
      );

    test("is sent at once what an admin asks for: a test, a delivery again, and those that were given up", async () => {
      const [one, other, third] = [await paused(), await paused(), await paused()];
      const ada = tubas.as("Ada");
      for (const { server } of [one, other, third]) server.answer(well);
      const test = answered(await ada.call(webhook.sendTest, { endpoint_id: one.endpoint_id }));
      await world.settle();
      expect(one.server.of(test.event_id)).toHaveLength(1);
      const [event_id = ""] = other.event_ids;
      answered(await ada.call(webhook.resend, { endpoint_id: other.endpoint_id, event_id }));
      await world.settle();
      expect(other.server.of(event_id)).toHaveLength(1);
      const { endpoint_id } = third;
      await giveUp(endpoint_id);
      const { created_on: since } = answered(
        await ada.call(webhook.readDelivery, { endpoint_id, event_id: third.event_ids.at(-1)! }),
      );
      expect(answered(await ada.call(webhook.resendSince, { endpoint_id, since }))).toMatchObject({ resent: 3 });
      await retryLater(1000);
      for (const each of third.event_ids) expect(third.server.of(each).length).toBeGreaterThan(0);
    });

    test("is tried once for all that was asked for before it is found to be dead still", async () => {
      const { server, endpoint_id, event_ids } = await paused();
      await giveUp(endpoint_id);
      const ada = tubas.as("Ada");
      const asked = { endpoint_id, event_id: event_ids.at(-1)! };
      const { created_on: since } = answered(await ada.call(webhook.readDelivery, asked));
      expect(answered(await ada.call(webhook.resendSince, { endpoint_id, since }))).toMatchObject({ resent: 3 });
      await retryLater(1000);
      expect(server.arrived).toHaveLength(3);
    });

    test("is sent everything at its new address at once, also where an attempt at the former one ends after the change", async () => {
      const [{ endpoint, endpoint_id }, other] = [await paused(), await receiver()];
      const change = { endpoint_id, version: endpoint.version, address: other.address, types: [] };
      const ada = tubas.as("Ada");
      answered(await ada.call(webhook.update, change));
      expect((await stateOf(endpoint_id, tubas))!.failing_since).toBeUndefined();
      const invite_id = await invite(tubas);
      await world.settle();
      expect(ofInvitation(other, invite_id)).toHaveLength(1);

      const late = await endpointOf(tubas);
      const held: ServerResponse[] = [];
      late.server.answer((response) => void held.push(response));
      await invite(tubas);
      await arrivedAt(late.server);
      const { version } = late.endpoint;
      answered(await ada.call(webhook.update, { ...change, endpoint_id: late.endpoint_id, version }));
      held[0]!.destroy();
      await world.settle();
      const next = await invite(tubas);
      await world.settle();
      const ids = ofInvitation(other, next).map(({ headers }) => headers["webhook-id"]);
      expect(ids).toHaveLength(2); // of both endpoints
    });
  });

  test("is refused where its address is no stranger's", async () => {
    const ada = school.as("Ada");
    ada.signOut();
    for (const address of ["https://127.0.0.1/", "https://10.0.0.1/", "http://hooks.example.com/", "https://router/"])
      expect(await ada.call(webhook.create, { address })).toMatchObject({
        status: 400,
        body: { error: { code: "input.invalid", fields: { address: expect.any(String) } } },
      });
  });

  test("is one of 20 of its organization, however many are made at once", async () => {
    const full = await world.newOrganization("Full School");
    const ada = full.as("Ada");
    await ada.token();
    const total = platformKeys.total(webhookViews.endpoints(full.organization_id));
    await world.control.put([{ ...total, count: endpointsMax - 2, version: 1 }]);
    const input = { address: "https://hooks.example.com/" };
    const made = await Promise.all(Array.from({ length: 4 }, () => ada.call(webhook.create, input)));
    expect(made.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409]);
    await world.control.put([{ ...total, count: 2, version: 1 }]); // as many as there are
  });
});

test("five endpoints that never answer and one that answers 10 MB keep no event from another, and arrive there in their order", async () => {
  const busy = await world.newOrganization("Organ School");
  const dead = [];
  for (let index = 0; index < 5; index++) {
    const one = await endpointOf(busy);
    one.server.answer(() => {}); // takes the request, and says nothing
    dead.push(one);
  }
  const heavy = await endpointOf(busy);
  heavy.server.answer((response) => void response.writeHead(200).end("x".repeat(10_000_000)));
  const { server } = await endpointOf(busy);
  const invited: string[] = [];
  for (let index = 0; index < 8; index++) invited.push(await invite(busy));
  await arrivedAt(server, 8);
  expect(server.arrived.map(({ body }) => JSON.parse(body).data.invite_id)).toEqual(invited);
  for (const each of dead) expect(each.server.arrived.length).toBeLessThanOrEqual(1);
  await arrivedAt(heavy.server, 8);
  for (const each of dead) {
    await each.server.stop();
    answered(await busy.as("Ada").call(webhook.remove, { endpoint_id: each.endpoint_id }));
  }
  await world.settle();
});

describe("each event", () => {
  test("arrives at least once though answers of the table are lost and the stream tells twice, and what was rolled back never", async () => {
    const viols = await world.newOrganization("Viol School");
    const { server, endpoint_id } = await endpointOf(viols);
    await world.settle();
    const lost = { what: "lost", service: "dynamodb" } as const;
    await world.control.faults({
      rules: [
        { ...lost, function: "webhook/deliver", operation: "UpdateItem", times: 4 },
        { ...lost, function: "webhook/deliver", operation: "TransactWriteItems", times: 4 },
        { ...lost, function: "webhook/keep-events", operation: "TransactWriteItems", times: 4 },
      ],
    });
    const invited: string[] = [];
    for (let index = 0; index < 6; index++) invited.push(await invite(viols));
    await arrivedAt(server, invited.length);
    await world.settle();
    expect((await world.control.seenRequests()).filter(({ fault }) => fault === "lost").length).toBeGreaterThan(4);
    const refused = { service: "dynamodb", function: "organization/invite-users", times: "always" } as const;
    await world.control.faults({ rules: [{ what: "throttle", operation: "TransactWriteItems", ...refused }] });
    const invitations = [{ email: `${mark()}@guests.test`, role: 5 }];
    expect((await viols.as("Ada").call(organization.inviteUsers, { invitations })).status).toBe(503);
    await world.control.faults();
    await world.control.redeliver();
    await world.settle();
    const arrived = new Set(server.arrived.map(({ body }) => JSON.parse(body).data.invite_id));
    expect([...arrived].toSorted()).toEqual(invited.toSorted());
    expect(await deliveriesOf(viols, endpoint_id)).toHaveLength(invited.length);
  });

  test("asks the table twice to be kept, however many endpoints are told of it, and once at each of them", async () => {
    const lutes = await world.newOrganization("Lute School");
    const servers = [await endpointOf(lutes), await endpointOf(lutes), await endpointOf(lutes)];
    await world.settle();
    await world.control.faults({ rules: [] });
    await invite(lutes);
    await world.settle();
    const seen = (await world.control.seenRequests()).filter(({ service }) => service === "dynamodb");
    await world.control.faults();
    const askedBy = (name: string) => seen.filter((each) => each.function === name).map(({ operation }) => operation);
    expect(askedBy("webhook/keep-events")).toEqual(["Query", "TransactWriteItems"]);
    expect(askedBy("webhook/deliver")).toEqual(servers.map(() => "TransactWriteItems"));
    for (const { server } of servers) expect(server.arrived).toHaveLength(1);
  });
});
