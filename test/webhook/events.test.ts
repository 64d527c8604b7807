import { beforeAll, describe, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import { eventTypes } from "../../shared/platform/events.ts";
import { publicEventNames, publicEventOf, publicEvents } from "../../shared/webhook/events.ts";
import { answered } from "../support/fixtures/answered.ts";
import { queued } from "../support/fixtures/event.ts";
import { programOf } from "../support/fixtures/key.ts";
import type { Organization } from "../support/organization.ts";
import { world } from "../support/world.ts";

const { listEvents } = contract.webhook;
const { inviteUsers, withdrawInvitation } = contract.organization;
type Program = Awaited<ReturnType<typeof programOf>>;

let school: Organization;
let other: Organization;
let program: Program;

const mark = () => Math.random().toString(36).slice(2, 10);

async function invite(organization: Organization, count = 1): Promise<string[]> {
  const invitations = Array.from({ length: count }, () => ({ email: `${mark()}@guests.test`, role: 5 }));
  const { invitations: made } = answered(await organization.as("Ada").call(inviteUsers, { invitations }));
  return made.map(({ invite_id }) => invite_id);
}

const eventsAfter = async (after?: string, limit = 100) => {
  await world.settle();
  return answered(await program.call(listEvents, { limit, ...(after !== undefined && { after }) }));
};

beforeAll(async () => {
  school = await world.newOrganization("Bell School");
  other = await world.newOrganization("Gong School");
  program = await programOf(school, ["event:read"]);
});

describe("the list of events", () => {
  test("tells what happened in the organization, the oldest first, in ids and states, with where the API tells more", async () => {
    const [invite_id = ""] = await invite(school);
    answered(await school.as("Ada").call(withdrawInvitation, { invite_id }));
    const { events } = await eventsAfter();
    const ours = events.filter(({ data }) => data.invite_id === invite_id);
    const { organization_id } = school;
    const link = `${world.origin}/api/v1/organization/user/list`;
    expect(ours).toEqual([
      {
        event_id: expect.stringMatching(/^evt_/),
        type: "invitation.sent",
        timestamp: expect.any(String),
        data: { organization_id, state: "pending", invite_id, link },
      },
      {
        event_id: expect.stringMatching(/^evt_/),
        type: "invitation.withdrawn",
        timestamp: expect.any(String),
        data: { organization_id, state: "withdrawn", invite_id, link },
      },
    ]);
  });

  test("goes on after the last event that was read, page by page, and misses none", async () => {
    const before = (await eventsAfter()).events.at(-1)?.event_id;
    const invited = [...(await invite(school, 5)), ...(await invite(school, 4))];
    const read: string[] = [];
    let after = before;
    for (let more = true; more; ) {
      const { events, has_more } = await eventsAfter(after, 2);
      expect(events.length).toBeLessThanOrEqual(2);
      read.push(...events.flatMap(({ data }) => data.invite_id ?? []));
      after = events.at(-1)!.event_id;
      more = has_more;
    }
    expect(read.toSorted()).toEqual(invited.toSorted());
    expect((await eventsAfter(after)).events).toEqual([]);
  });

  test("has an event once, and where it stood, when it is told again", async () => {
    await invite(school);
    const { events } = await eventsAfter();
    const { organization_id } = school;
    const [first, last] = [events[0]!, events.at(-1)!];
    const told = [first, last].map(({ event_id, timestamp: at, data: { user_id, invite_id } }) =>
      queued(organization_id, { event_id, at, type: "invitation.sent", user_id, invite_id }),
    );
    const again = { Records: told };
    await Promise.all([again, again, again].map((event) => world.control.invoke("webhook/keep-events", event)));
    expect((await eventsAfter()).events).toEqual(events);
  });

  test("gives places one after the other, whoever gives them at the same time, and goes on from each however long ago it happened", async () => {
    const { organization_id } = school;
    // of events that there are: what follows from none would be a fault of the world
    const isPublic = new Set<unknown>(Object.values(publicEvents).flatMap(({ of }) => of));
    const rows = (await world.control.everything()).filter(
      ({ pk, event_id, type }) => String(pk).startsWith("AUDIT#") && event_id !== undefined && !isPublic.has(type),
    );
    const made = [...new Set(rows.map(({ event_id }) => String(event_id)))].slice(-24);
    expect(made).toHaveLength(24);
    const at = new Date(Date.now() - 60 * 86_400_000).toISOString();
    const handed = made.map((event_id) => ({
      Records: [queued(organization_id, { event_id, type: "invitation.expired", at })],
    }));
    const before = await world.control.items(`ORG#${organization_id}#events`);
    for (let at = 0; at < handed.length; at += 4)
      await Promise.all(handed.slice(at, at + 4).map((event) => world.control.invoke("webhook/keep-events", event)));
    const items = await world.control.items(`ORG#${organization_id}#events`);
    const added = items.slice(before.length).map(({ event_id }) => String(event_id));
    expect(added.toSorted()).toEqual(made.toSorted());
    expect(items.map(({ position }) => position)).toEqual(items.map((_, index) => index + 1));
    expect((await eventsAfter(added.at(-2))).events.map(({ event_id }) => event_id)).toEqual(added.slice(-1));
  });

  test("begins after no event of another organization, of nobody, or of more than 30 days ago", async () => {
    const theirs = await programOf(other, ["event:read"]);
    await invite(other);
    await world.settle();
    const { events } = answered(await theirs.call(listEvents, {}));
    const missing = { status: 404, body: { error: { code: "resource.not-found" } } };
    for (const after of [events.at(-1)!.event_id, "evt_00000000000000000000000000"])
      expect(await program.call(listEvents, { after })).toMatchObject(missing);
    const own = (await eventsAfter()).events[0]!.event_id;
    const stored = (await world.control.item(`EVENT#${own}`, "webhooks#ALL"))!;
    await world.control.put([{ ...stored, at: new Date(Date.now() - 31 * 86_400_000).toISOString() }]);
    expect(await program.call(listEvents, { after: own })).toMatchObject(missing);
    await world.control.put([stored]);
  });

  test("tells admins of the organization the same, and nobody else of it", async () => {
    const asAdmin = answered(await school.as("Abe").call(listEvents, {}));
    expect(asAdmin).toEqual(await eventsAfter());
    for (const name of ["Isa", "Rita", "Lena"] as const)
      expect((await school.as(name).call(listEvents, {})).status, name).toBe(403);
  });
});

describe("public events", () => {
  test("are made of exactly the audit rows that go into their queue", () => {
    const queued = Object.entries(eventTypes).filter(([, { to }]) => (to as readonly string[]).includes("webhooks"));
    const made = publicEventNames.flatMap((name) => [...publicEvents[name].of]);
    const alsoQueued = "webhook.delivery-asked"; // an admin's wish, which the same worker hears of
    expect(queued.map(([type]) => type).toSorted()).toEqual([...made, alsoQueued].toSorted());
  });

  test("take from a row only ids that it has, and are named by identifiers joined by full stops", () => {
    for (const name of publicEventNames) {
      expect(name).toMatch(/^[a-zA-Z0-9_]+(\.[a-zA-Z0-9_]+)*$/);
      const { of, fields } = publicEvents[name];
      for (const type of of) expect(eventTypes[type].fields).toEqual(expect.arrayContaining([...fields]));
    }
  });

  test("tell nothing of jobs, seats, marks, ties, keys, appeals, reviewers or the people who decided", () => {
    const hidden =
      /^(job|section|round|anchor|anchors|calibration|look-back|appeal|key|reviewer|seeded-anchor|bank|payout)\./;
    const made = publicEventNames.flatMap((name) => [...publicEvents[name].of]);
    expect(made.filter((type) => hidden.test(type))).toEqual([]);
    const row = {
      event_id: "evt_1",
      at: "2026-11-28T12:00:00.000Z",
      organization_id: "org_1",
      actor_id: "usr_reviewer",
      subject_id: "app_1",
      application_id: "app_1",
      cred_id: "crd_1",
      user_id: "usr_1",
      credential_job_id: "job_1",
      reviewer_id: "usr_reviewer",
      price_cents: 5000,
      from: "submitted",
      to: "revisionNeeded",
    };
    const told = JSON.stringify(
      publicEventNames.flatMap((name) => publicEvents[name].of.map((type) => publicEventOf({ ...row, type }))),
    );
    expect(told).not.toMatch(/job_1|usr_reviewer|5000|revisionNeeded/);
    expect(publicEventOf({ ...row, type: "payment.paid", purchase: "appeal" })).toBeUndefined();
    expect(publicEventOf({ ...row, type: "job.accepted" })).toBeUndefined();
  });
});
