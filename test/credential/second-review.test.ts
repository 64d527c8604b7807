import { beforeAll, describe, expect, test } from "vitest";
import { submissionKeys } from "../../functions/data/keys/submission.ts";
import { contract } from "../../shared/contract.ts";
import type { Credential } from "../../shared/credential/credential.ts";
import { reviewersNeeded } from "../../shared/credential/rules.ts";
import { secondReviewCostCents } from "../../shared/platform/money.ts";
import { SecondReview } from "../../shared/submission/submission.ts";
import { answered } from "../support/fixtures/answered.ts";
import { criteria, publish, publishedCredential, writeDraft } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { world } from "../support/world.ts";

const { credential, reviewer } = contract;
const second_review = { share_percent: 30, second_days: 4, third_days: 4 };
const twice = { ...criteria, second_review };
let academy: Organization;
let ada: Person;
let three: Person[];

beforeAll(async () => {
  academy = await world.newOrganization();
  ada = academy.as("Ada");
  three = [
    await acceptedReviewer(academy, "Rita"),
    await acceptedReviewer(academy, "Ray"),
    await acceptedReviewer(academy, "Rob"),
  ];
});

const decide = async ({ user_id }: Person, status: "suspended" | "reinstated") =>
  answered(await ada.call(reviewer.decideApplication, { user_id, status, reason: "Away." }));
const stored = async (learner: Person, credential_id: string) => {
  const applied = answered(await learner.call(credential.apply, { credential_id }));
  return world.control.item(submissionKeys.application(applied.application_id).pk, "META");
};

describe("the share of rounds that is reviewed a second time", () => {
  test.each([0, 101, 2.5, "30"])("is refused when it is %s, at its field", async (share_percent) => {
    const { cred_id: credential_id, version } = await writeDraft(ada, [], { upTo: 1 });
    const reviewer_criteria = { ...criteria, second_review: { share_percent } } as never;
    const { status, body } = await ada.call(credential.update, { credential_id, version, step: 2, reviewer_criteria });
    expect([status, body.error.fields]).toEqual([
      400,
      { "reviewer_criteria.second_review.share_percent": "Enter a whole number from 1 to 100." },
    ]);
  });

  test("stays where a step is saved without it, goes with null, and with a copy", async () => {
    const draft = await writeDraft(ada, three, { criteria: twice });
    const credential_id = draft.cred_id;
    const save = async (version: number, reviewer_criteria: object) =>
      answered(
        await ada.call(credential.update, {
          credential_id,
          version,
          step: 2,
          reviewer_criteria: reviewer_criteria as never,
        }),
      );
    const kept = await save(draft.version, { ...criteria, notes: "<p>Other notes.</p>" });
    expect(kept.reviewer_criteria?.second_review).toEqual(second_review);
    const copied = answered(await ada.call(credential.copy, { credential_id }));
    expect(copied.reviewer_criteria?.second_review).toEqual(second_review);
    const off = await save(kept.version, { ...criteria, second_review: null });
    expect(off.reviewer_criteria?.second_review).toBeNull();
  });

  test("is the revision's that was applied for, with a key of its own for each application", async () => {
    const on = await publishedCredential(academy, three, { criteria: { second_review } });
    const off = await publishedCredential(academy, three);
    const keyOf = async (learner: Person) => SecondReview.parse((await stored(learner, on))?.second_review);
    const [first, other] = [await keyOf(academy.as("Lena")), await keyOf(academy.as("Leo"))];
    expect(first).toEqual({ ...second_review, draw_key: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(other.draw_key).not.toBe(first.draw_key);
    expect(await stored(academy.as("Lena"), off)).not.toHaveProperty("second_review");
  });

  test("needs three who may review when it is published, and says so", async () => {
    const message = (able: number) =>
      `This credential needs 3 reviewers who can review right now. Its list has ${able}.`;
    const [one] = three;
    const alone = await writeDraft(ada, [one!], { criteria: { ...criteria, second_review: { share_percent: 100 } } });
    const refused = await ada.call(credential.publish, { credential_id: alone.cred_id });
    expect([refused.status, refused.body.error]).toEqual([
      400,
      expect.objectContaining({ message: message(1), fields: { assigned_reviewers: message(1) } }),
    ]);
    const away = await acceptedReviewer(academy, "Ruth");
    const withAway = await writeDraft(ada, [one!, three[1]!, away], { criteria: twice });
    await decide(away, "suspended");
    const short = await ada.call(credential.publish, { credential_id: withAway.cred_id });
    expect([short.status, short.body.error.message]).toEqual([400, message(2)]);
    expect((await publish(ada, three, { criteria: twice })).status).toBe("published");
  });

  test("keeps three who may review on the list once it is published, and lets a list that lost some grow", async () => {
    const { cred_id: credential_id } = await publish(ada, three, { criteria: twice });
    const ids = three.map(({ user_id }) => user_id);
    const refused = await ada.call(credential.assignReviewers, { credential_id, add: [], remove: [ids[0]!] });
    expect([refused.status, refused.body.error.message]).toEqual([
      400,
      "This credential needs 3 reviewers who can review right now. Its list has 2.",
    ]);
    const other = academy.as("Ruth");
    await decide(other, "reinstated");
    const exchange = { credential_id, add: [other.user_id], remove: [ids[0]!] };
    expect((await ada.call(credential.assignReviewers, exchange)).status).toBe(200);
    await decide(other, "suspended");
    const grown = await ada.call(credential.assignReviewers, { credential_id, add: [ids[0]!], remove: [] });
    expect(grown.status).toBe(200);
  });

  test("costs the organization what the share and the disputes come to", () => {
    expect([10, 20, 30, 100].map((share) => secondReviewCostCents(1000, share) / 1000)).toEqual([11.5, 23, 34.5, 115]);
    expect(secondReviewCostCents(1167, 20)).toBe(26_841);
    expect(secondReviewCostCents(1167, 20, 30)).toBe(30_342);
    expect([{}, { appeals: {} }, { second_review }, { second_review, appeals: {} }].map(reviewersNeeded)).toEqual([
      1, 2, 3, 4,
    ]);
  });
});

describe("the days of later reviewers", () => {
  const save = async ({ cred_id: credential_id, version }: Credential, changes: object) => {
    const reviewer_criteria = { ...criteria, ...changes } as typeof criteria;
    return ada.call(credential.update, { credential_id, version, step: 2, reviewer_criteria });
  };
  const settingsOf = ({ reviewer_criteria: stored }: Credential) => [stored?.second_review, stored?.appeals];

  test("are 4, 4 and 10 until they are set, and stay where they are left out, with the setting or alone", async () => {
    const draft = await writeDraft(ada, [], { upTo: 1 });
    const bare = { second_review: { share_percent: 30 }, appeals: { fee: "none" } };
    const usual = answered(await save(draft, bare));
    expect(settingsOf(usual)).toEqual([second_review, { fee: "none", days: 10 }]);
    const own = [
      { share_percent: 30, second_days: 2, third_days: 60 },
      { fee: "none", days: 1 },
    ];
    const set = answered(await save(usual, { second_review: own[0], appeals: own[1] }));
    expect(settingsOf(set)).toEqual(own);
    const without = answered(await save(set, { notes: "<p>Other notes.</p>" }));
    expect(settingsOf(without)).toEqual(own);
    const alone = { second_review: { share_percent: 40, third_days: 5 }, appeals: { fee: "reviewerPay" } };
    const kept = answered(await save(without, alone));
    expect(settingsOf(kept)).toEqual([
      { share_percent: 40, second_days: 2, third_days: 5 },
      { fee: "reviewerPay", days: 1 },
    ]);
    const off = answered(await save(kept, { second_review: null, appeals: null }));
    expect(settingsOf(off)).toEqual([null, null]);
    expect(settingsOf(answered(await save(off, bare)))).toEqual(settingsOf(usual));
  });

  test.each([0, 61, 2.5, "4", null])("are refused when they are %s, each at its field", async (days) => {
    const draft = await writeDraft(ada, [], { upTo: 1 });
    const { status, body } = await save(draft, {
      second_review: { share_percent: 30, second_days: days, third_days: days },
      appeals: { fee: "none", days },
    });
    const message = "Enter a whole number from 1 to 60.";
    expect([status, body.error.fields]).toEqual([
      400,
      {
        "reviewer_criteria.second_review.second_days": message,
        "reviewer_criteria.second_review.third_days": message,
        "reviewer_criteria.appeals.days": message,
      },
    ]);
  });
});
