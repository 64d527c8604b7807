import { expect } from "vitest";
import { contract } from "../../shared/contract.ts";
import { accepted, publishedCredential, textSection, verdict } from "../job/fixtures.ts";
import type { Controls } from "../support/controls.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";

const { badgr, credential, job } = contract;

/** A square picture of one colour. */
export const picture = `data:image/svg+xml;base64,${Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect width="100" height="100" fill="green"/></svg>',
).toString("base64")}`;

/** An account at the badge service that belongs to one organization. */
export interface Account {
  readonly username: string;
  readonly password: string;
}

/** Opens an account with an issuer and two badges, named after the organization. */
export async function openAccount(control: Controls, { name }: Organization, region = "us"): Promise<Account> {
  const username = `${name.toLowerCase().replaceAll(" ", ".")}@badges.test`;
  const account = { username, password: "Open-badges-2026" };
  const badges = ["Inquiry", "Leadership"].map((badge) => ({ name: badge, description: "A badge.", image: picture }));
  const issuer = { name, email: username, url: "https://academy.test", description: "An academy.", badges };
  await control.openBadgrAccount({ region, ...account, issuers: [issuer] });
  return account;
}

/** Ada connects her organization. */
export async function connect(academy: Organization, account: Account): Promise<void> {
  expect(await academy.as("Ada").call(badgr.login, { ...account })).toMatchObject({ status: 200 });
}

/** Publishes a free credential of one section that awards a badge in the name of the account's issuer. */
export const badgeCredential = (academy: Organization, reviewer: Person, { username }: Account): Promise<string> =>
  publishedCredential(academy, [reviewer], {
    sections: [textSection],
    details: { badgrImage: picture, badgrIssuer: username },
  });

/** A learner does all the work and the reviewer accepts it: the credential is earned. Answers the application's id. */
export async function earned(learner: Person, credential_id: string, reviewer: Person): Promise<string> {
  const work = await accepted(learner, credential_id, reviewer);
  const answer = await reviewer.call(job.acceptSection, verdict(work, 0));
  expect(answer.body.data).toMatchObject({ submission_status: "completed" });
  return work.application_id;
}

/** What the admin sees of the badges of a credential, by learner. */
export async function badgesSeen(academy: Organization, cred_id: string): Promise<Record<string, unknown>> {
  const answer = await academy.as("Ada").call(credential.listApplicants, { cred_id });
  expect(answer.status).toBe(200);
  return Object.fromEntries(answer.body.data.applicants.map(({ first_name, badge }) => [first_name, badge]));
}
