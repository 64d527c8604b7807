import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { requireFewExchanged } from "../../functions/credential/model/reviewers.ts";
import {
  earnedScore,
  maximumScore,
  minimumsFault,
  withoutCriterion,
  withScore,
} from "../../shared/credential/rubric.ts";
import {
  dateIn,
  editableParts,
  isExpired,
  mayClose,
  mayDecide,
  mayExpireOn,
  mayRemoveSection,
  type PublishCandidate,
  publishEvent,
  publishFaults,
} from "../../shared/credential/rules.ts";
import {
  type CredentialEvent,
  type CredentialState,
  credentialMachine,
  credentialStates,
  stateOfWord,
} from "../../shared/credential/states.ts";
import { isBlank } from "../../shared/http/text.ts";
import type { Role } from "../../shared/permissions.ts";
import { nextState } from "../../shared/platform/machine.ts";
import { priceFault, reviewerPayCents, splitPrice } from "../../shared/platform/money.ts";

describe("money", () => {
  it("splits $25 at $20 an hour for 35 minutes into $11.67, $6.66, $4 and $2.67", () => {
    const pay = reviewerPayCents(2000, 35);
    expect(splitPrice(2500, pay)).toEqual({
      reviewer_pay_cents: 1167,
      issuer_share_cents: 666,
      platform_share_cents: 400,
      organization_share_cents: 267,
    });
  });

  it("gives pay and shares that sum to the price to the cent, each share within a cent of its percentage", () => {
    const amounts = fc.record({
      price: fc.integer({ min: 1, max: 9999 }),
      rate: fc.integer({ min: 0, max: 100_000 }),
      minutes: fc.integer({ min: 0, max: 99_990 }),
    });
    fc.assert(
      fc.property(amounts, ({ price, rate, minutes }) => {
        const pay = Math.min(reviewerPayCents(rate, minutes), price * 100);
        const { reviewer_pay_cents, issuer_share_cents, platform_share_cents, organization_share_cents } = splitPrice(
          price * 100,
          pay,
        );
        const rest = price * 100 - pay;
        expect(reviewer_pay_cents + issuer_share_cents + platform_share_cents + organization_share_cents).toBe(
          price * 100,
        );
        expect(Math.abs(issuer_share_cents - rest * 0.5)).toBeLessThan(1);
        expect(Math.abs(platform_share_cents - rest * 0.3)).toBeLessThan(1);
        expect(Math.abs(organization_share_cents - rest * 0.2)).toBeLessThan(1);
      }),
      { numRuns: 2000 },
    );
  });

  it("splits every rest of a whole price without a cent lost or made", () => {
    for (let rest = 0; rest <= 10_000; rest++) {
      const { issuer_share_cents, platform_share_cents, organization_share_cents } = splitPrice(rest + 1, 1);
      expect(issuer_share_cents + platform_share_cents + organization_share_cents).toBe(rest);
    }
  });

  it("rounds the reviewer's pay half up", () => {
    expect(reviewerPayCents(1, 30)).toBe(1);
    expect(reviewerPayCents(1, 29)).toBe(0);
    expect(reviewerPayCents(100, 0)).toBe(0);
  });

  it("shares nothing at price 0 and owes the reviewer all the same", () => {
    expect(splitPrice(0, 1500)).toEqual({
      reviewer_pay_cents: 1500,
      issuer_share_cents: 0,
      platform_share_cents: 0,
      organization_share_cents: 0,
    });
  });

  it("names the pay when a price does not cover it", () => {
    expect(priceFault(1100, 1167)).toContain("$11.67");
    expect(priceFault(0, 1167)).toBeUndefined();
    expect(priceFault(1200, 1167)).toBeUndefined();
    expect(() => splitPrice(1100, 1167)).toThrow(RangeError);
  });
});

describe("states", () => {
  const moves: Record<CredentialState | "none", Partial<Record<CredentialEvent, CredentialState>>> = {
    none: { create: "draft" },
    draft: { submit: "submitted", publish: "published" },
    submitted: { approve: "published", reject: "rejected" },
    rejected: { submit: "submitted" },
    published: { close: "closed" },
    closed: {},
  };
  const events: CredentialEvent[] = ["create", "submit", "publish", "approve", "reject", "close"];

  it.each(["none", ...credentialStates] as const)("leads from %s only where a credential may go", (state) => {
    for (const event of events) expect(nextState(credentialMachine, state, event)).toBe(moves[state][event]);
  });

  it.each(credentialStates)("keeps a credential %s whatever else happens to it", (state) => {
    const others = Object.entries(credentialMachine[state]).filter(([event]) => !Object.hasOwn(moves[state], event));
    const left = others.filter(([event, to]) => to !== state && event !== "remove");
    expect(left).toEqual([]);
    expect(nextState(credentialMachine, state, "remove")).toBe(state === "draft" ? "none" : undefined);
  });

  it("knows a state by its stored and by its shown word", () => {
    expect(stateOfWord("Pending")).toBe("submitted");
    expect(stateOfWord("approved")).toBe("published");
    expect(stateOfWord("all")).toBeUndefined();
  });

  it("lets a role publish as it may: issuers submit, admins and publishers go live", () => {
    expect(publishEvent({ role: "issuer", own: true })).toBe("submit");
    expect(publishEvent({ role: "admin", own: false })).toBe("publish");
    expect(publishEvent({ role: "publisher", own: false })).toBe("publish");
    expect(publishEvent({ role: "custom", actions: ["Create"], own: true })).toBe("submit");
    expect(publishEvent({ role: "custom", actions: ["Create"], own: false })).toBeUndefined();
    expect(publishEvent({ role: "custom", actions: ["Approve", "Global"], own: false })).toBe("publish");
    expect(publishEvent({ role: "custom", actions: ["Read"], own: true })).toBeUndefined();
    expect(publishEvent({ role: "learner", own: false })).toBeUndefined();
  });

  it("lets nobody decide on a credential of their own, and no issuer at all", () => {
    expect(mayDecide({ role: "admin", own: false })).toBe(true);
    expect(mayDecide({ role: "admin", own: true })).toBe(false);
    expect(mayDecide({ role: "issuer", own: false })).toBe(false);
    expect(mayDecide({ role: "custom", actions: ["Approve"], own: false })).toBe(true);
  });

  it("lets an issuer close only their own", () => {
    expect(mayClose({ role: "issuer", own: true })).toBe(true);
    expect(mayClose({ role: "issuer", own: false })).toBe(false);
    expect(mayClose({ role: "admin", own: false })).toBe(true);
  });

  const parts = (role: Role, state: CredentialState, own = true) =>
    editableParts({ role, own, actions: ["Update"] }, state);
  it("opens for editing what each state leaves open", () => {
    expect(parts("issuer", "draft")).toHaveLength(5);
    expect(parts("issuer", "rejected")).toHaveLength(5);
    expect(parts("admin", "rejected")).toEqual([]);
    expect(parts("issuer", "submitted")).toEqual(["reviewers"]);
    expect(parts("admin", "submitted")).toContain("criteria");
    expect(parts("admin", "submitted")).not.toContain("details");
    expect(parts("admin", "published")).toEqual(["reviewers", "price"]);
    expect(parts("issuer", "published")).toEqual(["reviewers", "price"]);
    expect(parts("issuer", "published", false)).toEqual([]);
    expect(parts("custom", "rejected")).toHaveLength(5);
    expect(parts("custom", "rejected", false)).toEqual([]);
    expect(parts("custom", "draft", false)).toEqual([]);
    for (const state of credentialStates) expect(parts("learner", state)).toEqual([]);
    for (const state of credentialStates) expect(parts("reviewer", state)).toEqual([]);
    expect(parts("admin", "closed")).toEqual(["reviewers"]);
    expect(parts("issuer", "closed")).toEqual(["reviewers"]);
    expect(parts("issuer", "closed", false)).toEqual([]);
  });

  it("lets a custom role with Delete alone remove sections of its own draft", () => {
    expect(mayRemoveSection({ role: "custom", actions: ["Delete"], own: true }, "draft")).toBe(true);
    expect(mayRemoveSection({ role: "custom", actions: ["Update"], own: true }, "draft")).toBe(false);
    expect(mayRemoveSection({ role: "custom", actions: ["Delete"], own: false }, "draft")).toBe(false);
    expect(mayRemoveSection({ role: "admin", own: false }, "published")).toBe(false);
  });
});

describe("expiration", () => {
  it("is a calendar date in the organization's time zone; the day itself still counts", () => {
    const late = Date.parse("2026-11-22T03:30:00Z");
    expect(dateIn("America/New_York", late)).toBe("2026-11-21");
    expect(dateIn("Europe/Berlin", late)).toBe("2026-11-22");
    expect(isExpired("2026-11-21T00:00:00Z", "2026-11-21")).toBe(false);
    expect(isExpired("2026-11-21T00:00:00Z", "2026-11-22")).toBe(true);
    expect(isExpired(null, "2026-11-22")).toBe(false);
  });

  it("is chosen from tomorrow on", () => {
    expect(mayExpireOn("2026-11-21T00:00:00Z", "2026-11-21")).toBe(false);
    expect(mayExpireOn("2026-11-22T00:00:00Z", "2026-11-21")).toBe(true);
  });
});

describe("publishing", () => {
  const complete: PublishCandidate = {
    credential_details: {
      title: "Reading coach",
      description: "<p>Coach readers.</p>",
      score_description: "<p>By rubric.</p>",
      credential_resources: "<p>Upload a plan.</p>",
      expiration_date: "2027-01-31T00:00:00Z",
    },
    sectionCount: 2,
    reviewer_criteria: {},
    assigned_reviewers: ["usr_1"],
    priceCents: 2500,
    payCents: 1167,
  };
  const today = "2026-11-21";

  it("finds nothing amiss with a complete credential", () => {
    expect(publishFaults(complete, today)).toEqual([]);
  });

  it.each([
    [
      "the expiration date is past",
      { ...complete, credential_details: { ...complete.credential_details, expiration_date: "2026-11-20T00:00:00Z" } },
      0,
      "Please select a valid Expiration date!",
    ],
    [
      "a text shows nothing",
      { ...complete, credential_details: { ...complete.credential_details, description: "<p><br></p>" } },
      0,
      "Description is required",
    ],
    ["there is no section", { ...complete, sectionCount: 0 }, 1, "Add at least one section."],
    [
      "nobody reviews it",
      { ...complete, assigned_reviewers: [] },
      3,
      "Please select at least one reviewer to review this credential",
    ],
    ["it has no price", { ...complete, priceCents: null }, 4, "Enter a price, or choose None."],
    [
      "the price is below the pay",
      { ...complete, priceCents: 1100 },
      4,
      "The price must be 0 or at least $11.67, the reviewer’s pay.",
    ],
  ])("is refused when %s", (_, candidate, step, message) => {
    expect(publishFaults(candidate, today)).toMatchObject([{ step, message }]);
  });
});

describe("rubric tables", () => {
  const row = (criteria_id: string, score: number) => ({
    criteria_id,
    criteria: "c",
    achieved: "a",
    notachieved: "n",
    score,
  });
  const table = { criteria: [row("1", 10), row("2", 20), row("3", 30)], making_progress: 20, completed: 40 };

  it("sum all scores as the maximum and the achieved ones as earned", () => {
    expect(maximumScore(table.criteria)).toBe(60);
    const marks = [
      { criteria_id: "1", achieved: true },
      { criteria_id: "3", achieved: true },
      { criteria_id: "2", achieved: false },
    ];
    expect(earnedScore(table.criteria, [...marks, { criteria_id: "9", achieved: true }])).toBe(40);
  });

  it("lose their minimums when a score changes", () => {
    expect(withScore(table, "2", 25)).toMatchObject({ making_progress: 0, completed: 0 });
  });

  it("recalculate their minimums when a criterion is deleted", () => {
    expect(withoutCriterion(table, "3")).toMatchObject({ making_progress: 10, completed: 20 });
    expect(minimumsFault(withoutCriterion(table, "3"))).toBeUndefined();
  });

  it("keep valid minimums through any deletions", () => {
    const scores = fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(scores, fc.double({ min: 0, max: 1, noNaN: true }), (points, part) => {
        const criteria = points.map((score, index) => row(String(index), score));
        const completed = Math.max(1, Math.round(maximumScore(criteria) * part));
        let left = { criteria, making_progress: Math.floor((completed - 1) / 2), completed };
        fc.pre(minimumsFault(left) === undefined);
        for (const { criteria_id } of criteria) {
          left = withoutCriterion(left, criteria_id);
          expect(minimumsFault(left)).toBeUndefined();
        }
      }),
    );
  });

  it("want minimums as soon as there are points, with Completed above Making Progress", () => {
    expect(minimumsFault({ ...table, completed: 0 })?.message).toBe("Please set the progress status minimum points");
    expect(minimumsFault({ ...table, making_progress: 40 })).toBeDefined();
    expect(minimumsFault({ ...table, completed: 61 })).toBeDefined();
    expect(minimumsFault({ criteria: [row("1", 0)], making_progress: 0, completed: 0 })).toBeUndefined();
  });

  it("take no minimum where there are no points", () => {
    const criteria = [row("1", 0)];
    expect(minimumsFault({ criteria, making_progress: 0, completed: 1 })?.field).toBe("completed");
    expect(minimumsFault({ criteria, making_progress: 3, completed: 0 })?.field).toBe("making_progress");
  });
});

it("takes HTML that shows nothing for empty", () => {
  for (const html of ["", "<p></p>", "<p><br></p>", "<p>&nbsp;</p>", "<p><img></p>", " \u200B\uFEFF", "<p>&#160; </p>"])
    expect(isBlank(html)).toBe(true);
  for (const html of ["a", "<p>a</p>", "0"]) expect(isBlank(html)).toBe(false);
});

it("of a published credential no more reviewers are exchanged at once than a transaction holds", () => {
  const ids = (first: number, count: number) => Array.from({ length: count }, (_, at) => `usr_${first + at}`);
  const published = { status: "published" as const, assigned_reviewers: ids(0, 25) };
  expect(() => requireFewExchanged(published, ids(100, 15))).not.toThrow();
  expect(() => requireFewExchanged(published, ids(100, 16))).toThrow("At most 40 reviewers can change at once");
  expect(() => requireFewExchanged({ ...published, status: "draft" }, ids(100, 25))).not.toThrow();
});
