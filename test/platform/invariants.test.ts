import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { root } from "../../bin/local/prepare.ts";
import { idOf } from "../../functions/data/keys/key.ts";
import { kinds } from "../../functions/data/keys/kinds.ts";
import { organizationKeys } from "../../functions/data/keys/organization.ts";
import { checkInvariants, invariants, wrongTwice } from "../../functions/platform/model/invariants/check.ts";
import type { Invariant } from "../../functions/platform/model/invariants/invariant.ts";
import { beginning, type Progress, stepsOf } from "../../functions/platform/model/invariants/parts.ts";
import { memoryShelf } from "../../functions/platform/model/invariants/shelf.ts";
import { itemsOf } from "../../functions/platform/model/invariants/table.ts";
import { contract } from "../../shared/contract.ts";
import { anchoredCredential, triedAnchors } from "../support/fixtures/anchors.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { uploaded } from "../support/fixtures/file.ts";
import { invitedAs } from "../support/fixtures/invitation.ts";
import { applied, paidPurchase, refundedPurchase } from "../support/fixtures/payment.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { says, seeded } from "../support/fixtures/seeded-anchors.ts";
import { accepted, verdict } from "../support/fixtures/work.ts";
import { world } from "../support/world.ts";

type Item = Record<string, unknown> & { pk: string; sk: string };

const { payment, user, review } = contract;

/** What an organization did: published, sold, refunded, reviewed, certified, invited, let somebody go. */
let items: Item[];

beforeAll(async () => {
  const academy = await world.newOrganization("Granite Academy");
  const rita = await acceptedReviewer(academy, "Rita");
  const [lena, leo] = [academy.as("Lena"), academy.as("Leo")];
  const priced = await publishedCredential(academy, [rita], { price: 25, rate: 20 });
  const dearer = await publishedCredential(academy, [rita], { price: 40, rate: 20 });
  const key = await uploaded(academy.as("Ada"), "resources", "guide.pdf");
  const attachments = [{ key, name: "guide.pdf", type: "application/pdf" }];
  const free = await publishedCredential(academy, [rita], { details: { attachments } });
  await refundedPurchase(academy, lena, priced, world.origin);
  await applied(lena, dearer);
  await lena.call(payment.saveBilling, { credential_id: dearer });
  await paidPurchase(leo, priced, world.origin);
  const work = await accepted(leo, free, rita);
  for (const index of [0, 1] as const) {
    expect(await rita.call(review.acceptSection, verdict(work, index))).toMatchObject({ status: 200 });
  }
  const { credential_id: anchored, section_id } = await anchoredCredential(academy, [rita], "Observer", {
    seeded_anchors: true,
  });
  await triedAnchors(rita, anchored);
  const { organization_id } = academy;
  const { credential_job_id: anchor } = await seeded(world.control, rita, { cred_id: anchored, organization_id });
  await rita.call(review.accept, { credential_job_id: anchor });
  expect(await says(rita, anchor, { section_id, achieved: "abcdefg" })).toMatchObject({ status: 200 });
  await world.control.runSchedule("release-idle-jobs");
  await accepted(lena, anchored, rita);
  await invitedAs(academy, { email: "guest@granite.test", role: 5 });
  const { user_id, email, ...liv } = academy.as("Liv");
  await liv.token();
  expect(await liv.call(user.remove, { user_id, email })).toMatchObject({ status: 200 });
  await world.settle();
  const all = itemsOf(await world.control.everything(), organization_id) as Item[];
  const isAnchors = ({ pk }: Item) => idOf(pk) === anchor;
  items = [...all.filter((item) => !isAnchors(item)), ...all.filter(isAnchors)]; // damages hit reviews of submissions first
});

/** Into how many parts a table is made, at the least and at the most. */
const inParts = [1, 7, 64] as const;

/** The invariants that are violated: the same in however many parts the table is checked. */
async function violated(damaged: readonly Item[]): Promise<string[]> {
  const nowMs = Date.now() + 3_600_000;
  const found = [];
  for (const parts of inParts) found.push(await checkInvariants(damaged, { nowMs }, { parts, itemsAtOnce: 100 }));
  const said = found.map((findings) => findings.map((each) => ({ ...each, violations: each.violations.toSorted() })));
  for (const findings of said.slice(1)) expect(findings).toEqual(said[0]);
  return found[0]!.filter(({ violations }) => violations.length > 0).map(({ id }) => id);
}

const find = (all: Item[], holds: (item: Item) => boolean): Item => {
  const found = all.find(holds);
  if (!found) throw new Error("There is no such item to damage.");
  return found;
};
const at =
  (prefix: string, sk = "META") =>
  (item: Item) =>
    item.pk.startsWith(prefix) && item.sk.startsWith(sk);
const drop = (all: Item[], holds: (item: Item) => boolean) => all.splice(all.indexOf(find(all, holds)), 1);
const copyTo = (all: Item[], item: Item, changes: object) => all.push({ ...structuredClone(item), ...changes });

const set = (all: Item[], holds: (item: Item) => boolean, changes: object) => Object.assign(find(all, holds), changes);

const isAnchor = (item: Item) => at("JOB#")(item) && item.seat === "anchor";
const anchorRow = (all: Item[]) => ({ ref_pk: find(all, isAnchor).pk, ref_sk: "META" });
/** What a seeded anchor's item, outcome, pay or place may say wrongly. */
const ofAnchor = (all: Item[], holds: (item: Item) => boolean) => (item: Item) =>
  item.application_id === find(all, isAnchor).application_id && holds(item);
const isDeleted = ({ sk, status }: Item) => sk === "PROFILE" && status === "deleted";
const isAcceptance = ({ pk, type }: Item) => pk.startsWith("AUDIT#") && type === "reviewer.accepted";
const isPaid = ({ pk, type }: Item) => pk.startsWith("AUDIT#") && type === "payment.paid";

/** One damage for each invariant, done to a copy of the items. */
const damages: Record<string, (all: Item[]) => unknown> = {
  I1: (all) => set(all, at("JOB#"), { organization_id: "org_ELSEWHERE" }),
  I2: (all) => set(all, at("JOB#"), { reviewers: [] }),
  I3: (all) => set(all, at("JOB#"), { learner_id: find(all, at("JOB#")).acceptor }),
  I4: (all) =>
    copyTo(
      all,
      find(all, (item) => at("APPLICATION#")(item) && item.status !== "closed"),
      { pk: "APPLICATION#app_SECOND", application_id: "app_SECOND" },
    ),
  I5: (all) => drop(all, at("ISSUED#")),
  I6: (all) =>
    set(all, (item) => item.sk.startsWith("APPLIED#") && !!item.certificate_id, { certificate_id: "crt_OTHER" }),
  I7: (all) => drop(all, (item) => at("PAYMENT#")(item) && item.status === "paid"),
  I8: (all) => drop(all, (item) => item.event === "sale"),
  I9: (all) => set(all, at("PAYMENT#"), { due_cents: 1 }),
  I10: (all) => set(all, (item) => item.event === "sale", { entry: { cash: 2500, issuer: -2499 } }),
  I11: (all) => drop(all, at("PAYOUT#")),
  I12: (all) => copyTo(all, find(all, isPaid), { sk: "evt_zzz", event_id: "evt_zzz" }),
  I13: (all) => set(all, (item) => at("APPLICATION#")(item) && item.status === "completed", { status: "reviewing" }),
  I14: (all) => drop(all, (item) => item.sk === "REVISION#000001#META"),
  I15: (all) => copyTo(all, find(all, at("CREDENTIAL#", "CONTENT#SECTION#")), { sk: "CONTENT#SECTION#sec_SECOND" }),
  I16: (all) => drop(all, (item) => item.pk.startsWith("EMAIL#")),
  I17: (all) => set(all, at("INVITE#"), { status: "used" }),
  I18: (all) => set(all, (item) => item.sk === "ADMINS", { count: 0 }),
  I19: (all) => drop(all, (item) => item.pk.startsWith("AUDIT#") && item.type === "payment.credited"),
  I20: (all) => drop(all, (item) => item.pk.startsWith("EVENT#") && item.sk.startsWith("analytics#")),
  I21: (all) => all.push({ pk: "FILE#submissions/a.pdf", sk: "META", key: "submissions/b.pdf", status: "clean" }),
  I22: (all) => set(all, (item) => item.pk.startsWith("COUNT#ORG#") && item.sk === "TOTAL", { count: 77 }),
  I23: (all) => set(all, at("USER#", "PROFILE"), { account_number: "000123456789" }),
  I24: (all) => set(all, at("USER#", "MEMBER#"), { role: 9 }),
  I25: (all) => set(all, at("USER#", "CREDIT"), { balance_cents: -1 }),
  I27: (all) => drop(all, at("APPLICATION#", "ROUND#")),
  I28: (all) => drop(all, (item) => item.pk.startsWith("AUDIT#") && item.type === "payment.payable"),
  I29: (all) => drop(all, (item) => item.pk.startsWith("AUDIT#") && item.type === "calibration.passed"),
  I30: (all) => set(all, ({ pk }) => pk.endsWith("#quality"), { seats: 77 }),
  I31: (all) =>
    all.push({ pk: `ORG#${String(find(all, isAnchor).organization_id)}#jobs#all`, sk: "x", ...anchorRow(all) }),
  I32: (all) => all.push({ pk: find(all, isDeleted).pk, sk: "HOBBY" }),
  I33: (all) => drop(all, at("FILE#", "CREDENTIAL#")),
  I34: (all) => {
    const address = "gone@granite.test";
    const hash = createHash("sha256").update(address).digest("hex");
    all.push({ pk: `DELETED#${hash}`, sk: "ADDRESS", user_id: "usr_0" });
    all.push({ pk: "INVITE#inv_0", sk: "META", invite_id: "inv_0", email: address, status: "withdrawn", role: 5 });
  },
  I35: (all) => drop(all, at("STATUS#", "ENTRY#")),
  I36: (all) => set(all, at("ISSUED#", "META"), { application_id: "app_other" }),
  I37: (all) => set(all, at("ISSUED#", "META"), { visibility: "erased" }),
  I38: (all) => all.push({ pk: "COUNT#ORG#org_0#webhooks", sk: "TOTAL", count: 21 }),
};

/** Rules of the same number that a table may break in another way. */
const furtherDamages: Record<string, readonly [id: string, damage: (all: Item[]) => unknown]> = {
  "a job taken by a reviewer who was suspended": [
    "I2",
    (all) => copyTo(all, find(all, isAcceptance), { sk: "evt_zzz", type: "reviewer.suspended" }),
  ],
  "a job taken by a reviewer who had another role": [
    "I2",
    (all) => copyTo(all, find(all, isAcceptance), { sk: "evt_zzz", type: "member.changed", to: "3" }),
  ],
  "a job taken by the acceptance of an organization that never gave it": ["I2", (all) => drop(all, isAcceptance)],
  "a job taken in spite of a tie that nobody waived": [
    "I29",
    (all) => {
      const { learner_id, acceptor, credential_job_id } = find(
        all,
        (item) => at("JOB#")(item) && item.seat === "first" && item.acceptor !== undefined,
      );
      const { email } = find(all, ({ pk, sk }) => pk === `USER#${String(learner_id)}` && sk === "PROFILE");
      const people = [{ email, kind: "family" }];
      const declared = { user_id: acceptor, employers: [], people, version: 1 };
      all.push({ pk: `USER#${String(acceptor)}`, sk: "TIES", ...declared });
      const isTheirs = (item: Item) => item.type === "job.accepted" && item.subject_id === credential_job_id;
      set(all, isTheirs, {
        reviewer_ties_version: 1,
      });
    },
  ],
  "a job whose acceptance is of another organization than was recorded": [
    "I2",
    (all) => set(all, (item) => at("JOB#")(item) && item.acceptor !== undefined, { accepted_in: "org_ELSEWHERE" }),
  ],
  "a deleted person's certificate that is hidden and not erased": [
    "I37",
    (all) => {
      set(all, at("ISSUED#", "META"), { visibility: "hidden", user_id: idOf(find(all, isDeleted).pk) });
      drop(all, (item) => item.sk === "ERASURE");
    },
  ],
  "a learner with two certificates of a credential that are good": [
    "I6",
    (all) => copyTo(all, find(all, at("ISSUED#")), { pk: "ISSUED#crt_SECOND", certificate_id: "crt_SECOND" }),
  ],
  "work that is not completed and leads to a certificate": [
    "I5",
    (all) =>
      set(all, (item) => at("APPLICATION#")(item) && item.status !== "completed", { certificate_id: "crt_EARLY" }),
  ],
  "a second application where the first ended in a certificate that is good": [
    "I4",
    (all) =>
      copyTo(
        all,
        find(all, (item) => at("APPLICATION#")(item) && item.status === "completed"),
        { pk: "APPLICATION#app_SECOND", application_id: "app_SECOND" },
      ),
  ],
  "a membership that knows of its account's being disabled what the account does not": [
    "I18",
    (all) => set(all, at("USER#", "MEMBER#"), { is_disabled: true }),
  ],
  "a job that no submission lists": [
    "I13",
    (all) => set(all, (item) => at("APPLICATION#")(item) && item.status === "completed", { seats: [] }),
  ],
  "a submission that lists somebody else's job": [
    "I13",
    (all) => set(all, at("JOB#"), { application_id: find(all, at("PAYMENT#")).application_id }),
  ],
  "other words than a reviewer said": ["I27", (all) => set(all, at("JOB#", "RESULT#"), { feedback: "<p>Other.</p>" })],
  "a verdict that reached its learner otherwise than it was given": [
    "I27",
    (all) => set(all, (item) => at("APPLICATION#", "WORK#")(item) && item.grade !== undefined, { grade: "Z" }),
  ],
  "a decision of the issuer's that nobody gave": [
    "I27",
    (all) =>
      set(all, (item) => at("APPLICATION#", "WORK#")(item) && item.grade !== undefined, {
        issuer_decision: { reason: "Because." },
      }),
  ],
  "a certificate that says of the reviewers' verdict that its issuer gave it": [
    "I27",
    (all) => {
      const content = find(all, at("ISSUED#", "CONTENT"));
      content.findings = (content.findings as object[]).map((each) => ({ ...each, by_issuer: true }));
    },
  ],
  "a round that was finalized twice": [
    "I27",
    (all) => {
      const row = find(all, ({ type }) => type === "round.finalized");
      copyTo(all, row, { sk: "evt_zzz", event_id: "evt_zzz" });
    },
  ],
  "a verdict that is provisional after its round": [
    "I27",
    (all) => {
      const { section_id, status, decided_by } = find(all, at("JOB#", "RESULT#"));
      set(all, at("JOB#"), { verdicts: [{ section_id, status, decided_by }] });
    },
  ],
  "a seat that is paid twice": [
    "I28",
    (all) => copyTo(all, find(all, at("PAYOUT#")), { sk: "PART#usr_again", part: "usr_again" }),
  ],
  "an anchor that is a learner's submission": [
    "I31",
    (all) => {
      const { application_id } = find(all, isAnchor);
      copyTo(all, find(all, at("APPLICATION#")), { pk: `APPLICATION#${String(application_id)}`, application_id });
    },
  ],
  "an anchor that is offered to somebody else": [
    "I31",
    (all) => set(all, isAnchor, { reviewers: [find(all, isAnchor).acceptor, "usr_other"] }),
  ],
  "an anchor whose pay counts as a review's": [
    "I31",
    (all) =>
      set(
        all,
        ofAnchor(all, ({ type }) => type === "payment.payable"),
        { anchor_id: undefined },
      ),
  ],
  "an anchor that counts as a completion": [
    "I31",
    (all) =>
      set(
        all,
        ofAnchor(all, ({ type }) => type === "job.accepted"),
        { type: "submission.completed" },
      ),
  ],
  "an anchor in the ledger with more than its pay": [
    "I31",
    (all) =>
      set(
        all,
        ofAnchor(all, ({ event }) => event === "seat"),
        { event: "sale" },
      ),
  ],
  "an anchor that is billed as a sale": [
    "I31",
    (all) =>
      set(
        all,
        ofAnchor(all, ({ kind }) => kind === "pay"),
        { kind: "charge" },
      ),
  ],
  "an anchor that is paid more than its pay": [
    "I31",
    (all) => set(all, ofAnchor(all, at("PAYOUT#")), { pay_cents: 9999 }),
  ],
  "an anchor without an outcome": ["I31", (all) => set(all, (item) => item.sk.startsWith("SEEDING#"), { seeds: [] })],
  "a revision whose minutes are not those of its sections": [
    "I14",
    (all) => set(all, (item) => item.sk.startsWith("REVISION#000001#SECTION#"), { review_estimate: 999 }),
  ],
  "a revision whose pay is not that of its minutes": [
    "I14",
    (all) => set(all, (item) => item.sk === "REVISION#000001#META", { reviewer_pay_cents: 1 }),
  ],
};

const again = (event: string) => (all: Item[]) =>
  copyTo(
    all,
    find(all, (item) => item.event === event),
    { sk: "evt_zzz" },
  );

/** Money that is counted twice, or that nobody has moved. */
const moneyDamages: Record<string, readonly [id: string, damage: (all: Item[]) => unknown]> = {
  "a provider's fee twice": ["I10", again("fee")],
  "a refund twice": ["I10", again("refund")],
  "a refund that the ledger does not know": ["I10", (all) => drop(all, (item) => item.event === "refund")],
  "a payout marked paid of which no money has left": [
    "I11",
    (all) => set(all, at("PAYOUT#"), { status: "paid", paid_on: "2026-11-20T10:00:00.000Z" }),
  ],
};

describe("the checker", () => {
  it("finds nothing wrong with what the product writes, and looks at something for every invariant", async () => {
    expect(await violated(items)).toEqual([]);
    const findings = await checkInvariants(items);
    expect(findings.flatMap(({ violations }) => violations)).toEqual([]);
    expect(findings.map(({ id }) => id)).toEqual(Object.keys(damages));
    expect(findings.filter(({ checked }) => checked === 0).map(({ id }) => id)).toEqual([]);
  });

  it("finds the same where it is cut off after each step and goes on with what it kept", async () => {
    const damaged = structuredClone(items);
    for (const id of ["I5", "I16", "I19", "I22", "I30"]) damages[id]!(damaged);
    const shelf = memoryShelf();
    const outside = { nowMs: Date.now(), deadEvents: new Set<string>(), secrets: [], hasObjects: false };
    const all = { invariants, shelf, parts: 40, itemsAtOnce: 100, outside };
    let [kept, steps] = [JSON.stringify(beginning), 0];
    while ((JSON.parse(kept) as Progress).phase !== "done") {
      const before = JSON.parse(kept) as Progress;
      const work = () => stepsOf({ ...all, items: (behind) => damaged.slice(behind) }, before);
      await work().next(); // it died before it could keep what it had done
      const { value } = await work().next();
      kept = JSON.stringify(value);
      steps += 1;
    }
    const { items: count, tallies } = JSON.parse(kept) as Progress;
    expect([count, steps]).toEqual([damaged.length, Math.ceil(damaged.length / 100) + 4 * 3]);
    const findings = await checkInvariants(damaged, outside);
    expect(invariants.map(({ id }) => [id, tallies[id]])).toEqual(
      findings.map(({ id, checked, violations }) => [id, { checked, violated: violations.length }]),
    );
  });

  it("keeps no name for each pair of parts of what they ask of each other", async () => {
    const shelf = memoryShelf();
    const names: string[] = [];
    const counting = {
      ...shelf,
      put(name: string, lines: readonly string[]) {
        names.push(name);
        return shelf.put(name, lines);
      },
    };
    await checkInvariants(items, {}, { parts: 64, shelf: counting, itemsAtOnce: 10_000 });
    const of = (what: string) => names.filter((name) => name.startsWith(`${what}/`)).length;
    expect(of("parts")).toBeGreaterThan(40);
    expect(of("questions")).toBeLessThanOrEqual(4 * 4);
    expect(of("answers")).toBeLessThanOrEqual(4 * 64);
  });

  it("ends with an error where an invariant asks for something only once it was answered something else", async () => {
    const credential = find(items, at("CREDENTIAL#"));
    const { organization_id, created_by } = credential;
    const chained: Invariant = {
      id: "I1",
      says: "its author is there",
      within: {
        credential({ of, get }, verify) {
          for (const _ of of(kinds.credential)) {
            const organization = get(organizationKeys.organization(String(organization_id)));
            if (organization) verify(get(organizationKeys.user(String(created_by))) !== undefined, "nobody");
          }
        },
      },
    };
    const outside = { nowMs: 0, deadEvents: new Set<string>(), secrets: [], hasObjects: false };
    const steps = stepsOf({
      invariants: [chained],
      items: (behind) => items.slice(behind),
      shelf: memoryShelf(),
      parts: 7,
      itemsAtOnce: 10_000,
      outside,
    });
    const all = async () => {
      for await (const _ of steps);
    };
    await expect(all()).rejects.toThrow("only after it was answered");
  });

  it.each(invariants)("sees where it is not so that $says ($id)", async ({ id }) => {
    const damaged = structuredClone(items);
    damages[id]!(damaged);
    expect(await violated(damaged)).toContain(id);
  });

  it.each(Object.keys({ ...moneyDamages, ...furtherDamages }))("sees %s", async (name) => {
    const [id, damage] = { ...moneyDamages, ...furtherDamages }[name]!;
    const damaged = structuredClone(items);
    damage(damaged);
    expect(await violated(damaged)).toContain(id);
  });

  it("sees what is left of a deleted person, and lets stay what waits for the clock and what names nobody", async () => {
    const pk = "USER#usr_1";
    const profile = { pk, sk: "PROFILE", user_id: "usr_1", status: "deleted", email: "" };
    const erasure = { pk, sk: "ERASURE" };
    const left = async (...all: object[]) =>
      (await checkInvariants(all as Item[]))
        .find(({ id }) => id === "I32")!
        .violations.map((violation) => violation.replace(/:.*/, ""));
    expect(await left(profile, erasure, { pk, sk: "APPLIED#crd_1" }, { pk, sk: "BANK" })).toEqual([]);
    expect(await left(profile, { pk, sk: "BANK" })).toEqual([`${pk} BANK is left of a deleted person`]);
    expect(await left({ pk, sk: "SCECH" })).toEqual([`${pk} SCECH is left of a deleted person`]); // no profile at all
    expect(await left(profile, erasure, { pk, sk: "MEMBER#org_1" })).toHaveLength(1);
    expect(await left({ ...profile, phone: "555" })).toEqual([`${pk} PROFILE still has phone`]);
    const words = { pk: `${pk}|MEMBER#org_1`, sk: "WORDS", places: [{ pk: "WORDS#users#org_1", sk: "lena#…" }] };
    expect(await left(profile, words)).toEqual([`${words.pk}`]);
    expect(await left(profile, { ...words, places: [] })).toEqual([]);
    expect(await left({ ...profile, tokens_valid_after: Math.floor(Date.now() / 1000) }, words)).toEqual([]);
  });

  it("sees a dispute's fee that is not in the ledger as the provider has told it", async () => {
    const told = { pk: "PROVIDER#dispute#dp_1", sk: "APPLIED", at: "2026-11-20T10:00:00.000Z", fee_cents: 1500 };
    const row = { pk: "LEDGER#org_1#2026-11", event: "dispute-fee", dispute_id: "dp_1", application_id: "app_1" };
    const fee = (sk: string) => ({ ...row, sk, entry: { platform: 1500, fees: -1500 } });
    const found = async (...all: object[]) =>
      (await checkInvariants(all as Item[])).find(({ id }) => id === "I12")!.violations.join("; ");
    expect(await found(told, fee("evt_1"))).toBe("");
    expect(await found(told)).toContain("fees of 0 in the ledger, 1500 known");
    expect(await found(told, fee("evt_1"), fee("evt_2"))).toContain("fees of 3000 in the ledger, 1500 known");
    expect(await found(told, fee("evt_1"), { ...fee("evt_2"), dispute_id: "dp_2" })).toContain("dp_2");
  });

  it("wants no count of pay that adds nothing to the figures, as that of a seat whose round waits", async () => {
    const at = new Date().toISOString();
    const paid = { pk: "AUDIT#job_1", type: "payment.payable", at, actor_id: "system", organization_id: "org_1" };
    const row = (event_id: string, more: object) => ({ ...paid, sk: event_id, event_id, subject_id: "job_1", ...more });
    const found = async (more: object) =>
      (
        await checkInvariants([row("evt_1", { pay_cents: 500, reviewer_id: "usr_1", cred_id: "crd_1", ...more })], {
          nowMs: Date.now() + 3_600_000,
        })
      ).find(({ id }) => id === "I20")!.violations;
    expect(await found({ owed_cents: 0, review_minutes: 0 })).toEqual([]);
    expect(await found({ owed_cents: 0, review_minutes: 30 })).toEqual(["payment.payable evt_1 was not counted"]);
  });

  it("sees a mail that never went out, a file that is not there, and one that is nobody's", async () => {
    const damaged = items.filter(({ pk, sk }) => !(pk.startsWith("EVENT#") && sk.startsWith("mail#")));
    expect(await violated(damaged)).toEqual(["I20"]);
    const file = { pk: "FILE#submissions/a.pdf", sk: "META", key: "submissions/a.pdf", status: "clean" };
    const whole = { ...file, type: "application/pdf", size_bytes: 7, created_on: new Date().toISOString() };
    const at = (key: string) => ({ objects: new Map([[key, { sizeBytes: 7, writtenMs: 0 }]]) });
    const found = async (key: string) =>
      (await checkInvariants([whole], at(key))).find(({ id }) => id === "I21")!.violations;
    expect(await found("submissions/a.pdf")).toEqual([]);
    const copy = { objects: new Map([...at("submissions/a.pdf").objects, ...at("seats/1b4e28ba").objects]) };
    expect((await checkInvariants([whole], copy)).find(({ id }) => id === "I21")!.violations).toEqual([]);
    expect(await found("submissions/b.pdf")).toEqual([
      "FILE#submissions/a.pdf: the object has undefined bytes",
      "the object submissions/b.pdf is nobody's",
    ]);
  });

  it("lets pass what was being written while a table in use was read, and tells what stays wrong", async () => {
    const torn = structuredClone(items); // the job's page was read after it was written, the application's before
    const { application_id } = find(torn, at("JOB#"));
    drop(torn, at(`APPLICATION#${application_id}`));
    const first = await checkInvariants(torn);
    const wrong = (findings: typeof first) =>
      findings.filter(({ violations }) => violations.length > 0).map(({ id }) => id);
    expect(wrong(first)).toContain("I1");
    expect(wrong(wrongTwice(first, await checkInvariants(items)))).toEqual([]);
    expect(wrong(wrongTwice(first, first))).toEqual(wrong(first));
  });

  it("ends with 1 on a damaged table and prints each invariant with its numbers", () => {
    const directory = join(root, ".cache/invariants");
    mkdirSync(join(directory, "parts"), { recursive: true });
    const run = (name: string, table: readonly Item[]) => {
      const file = join(directory, `${process.pid}-${name}.json`);
      writeFileSync(file, JSON.stringify(table));
      const env = { ...process.env, ITEMS_FILE: file, TMPDIR: join(directory, "parts") };
      return spawnSync(process.execPath, ["bin/operate/check-invariants.ts"], { cwd: root, env, encoding: "utf8" });
    };
    const good = run("good", items);
    expect(good).toMatchObject({ status: 0 });
    expect(good.stdout.match(/^I\d+ +\d+ checked +0 violations/gm)).toHaveLength(invariants.length);
    const damaged = structuredClone(items);
    damages.I10!(damaged);
    const bad = run("bad", damaged);
    expect(bad).toMatchObject({ status: 1 });
    expect(bad.stdout).toMatch(/^I10 +\d+ checked +[1-9]\d* violations/m);
    expect(readdirSync(join(directory, "parts"))).toEqual([]);
  });
});
