import { readFileSync } from "node:fs";
import { contract } from "../../shared/contract.ts";
import { isFederalHoliday } from "../../shared/review/clock.ts";
import { conferencesTitle, makeAppeals } from "./appeals.ts";
import { feedbackTitle, makeCalibrations } from "./calibration.ts";
import type { SeedCredential } from "./credentials/credential.ts";
import { seedCredentials } from "./credentials.ts";
import { type Ago, makeHistory, makeUnderReview, writtenDaysAgo } from "./history.ts";
import { type SeedName, seedOrganizations } from "./people.ts";
import { applyAsReviewer, type SeedReviewer, seedReviewers } from "./reviewers.ts";
import { makeSecondReviews, observationTitle, type RunBackground } from "./second-reviews.ts";
import type { Sessions } from "./session.ts";
import {
  lenasConferences,
  lenasDeclaration,
  lenasDraft,
  lenasWelcome,
  leosAssessment,
  lousHours,
  raysVerdictForLou,
  ritasVerdictsForLena,
  ritasVerdictsForLeo,
} from "./texts.ts";
import { answer, begin, grade } from "./work.ts";
import { writeCredential } from "./write-credential.ts";

/** Northwind's certificates carry its logo, the others' the badge. */
async function giveLogo(as: Sessions): Promise<void> {
  const { name, description } = seedOrganizations.northwind;
  const bytes = readFileSync(new URL("northwind-logo.png", import.meta.url));
  const logo = `data:image/png;base64,${bytes.toString("base64")}`;
  await as("Ada").ask(contract.organization.update, { name, description, logo, logo_type: "image/png" });
}

/** Northwind is closed on the last days of the years, and on the Friday after Thanksgiving. */
async function chooseWorkingDays(as: Sessions): Promise<void> {
  const year = new Date().getFullYear();
  const thanksgiving = Array.from({ length: 7 }, (_, at) => `${year}-11-${22 + at}`).find(isFederalHoliday)!;
  const friday = `${year}-11-${Number(thanksgiving.slice(8)) + 1}`;
  await as("Ada").ask(contract.organization.saveCalendar, {
    weekdays: [1, 2, 3, 4, 5],
    federal_holidays: true,
    closing_days: [friday, `${year}-12-24`, `${year}-12-31`, `${year + 1}-12-24`],
    version: 0,
  });
}

/**
 * Fills the organizations through the calls people use: reviewers first, then credentials in every state, then work. What
 * is published was written months ago and has a past; `ago` takes the world there, `payOut` pays reviewers, and `run` does
 * what follows by the clock.
 */
export async function makeContent(ago: Ago, payOut: () => Promise<unknown>, run: RunBackground): Promise<void> {
  const now = ago(0);
  const reviewers = Object.entries(seedReviewers) as [SeedName, SeedReviewer][];
  await Promise.all([
    ...reviewers.map(([name, seeded]) => applyAsReviewer(now, ago(writtenDaysAgo), name, seeded)),
    giveLogo(now),
    completeIssuer(now, "Ivan", "northwind"),
    completeIssuer(now, "Isa", "fabrikam"),
  ]);
  const isOld = ({ outcome }: SeedCredential) => outcome === "published";
  const old = await writeCredentials(ago(writtenDaysAgo), isOld);
  await chooseWorkingDays(ago(writtenDaysAgo));
  await makeHistory(ago, (title) => old.get(title)!, payOut);
  await makeUnderReview(ago, (title) => old.get(title)!);
  await makeSecondReviews({ ago, run, credential_id: old.get(observationTitle)! });
  await makeAppeals(ago, run, old.get(conferencesTitle)!);
  await makeCalibrations({ ago, run, credential_id: old.get(feedbackTitle)! });
  const as = ago(0);
  const young = await writeCredentials(as, (seeded) => !isOld(seeded));
  const ids = (title: string) => (old.get(title) ?? young.get(title))!;
  await Promise.all([leosWork(as, ids), lenasWork(as, ids), lousWork(as, ids)]);
  await hiddenAndRevoked(as);
  await nameAsked(as);
}

/** Of those who finished earlier, Olu hides a certificate, and one of Tess's was revoked. */
async function hiddenAndRevoked(as: Sessions): Promise<void> {
  const { certificate } = contract;
  const earnedBy = async (name: SeedName) => (await as(name).ask(certificate.listOwn, {})).credentials[0]!;
  const { cred_id } = await earnedBy("Olu");
  await as("Olu").ask(certificate.hide, { cred_id, hidden: true });
  const { certificate_id = "" } = await earnedBy("Tess");
  await as("Ada").ask(certificate.revoke, {
    certificate_id,
    revocation: "issued-in-error",
    reason: "The class in the recordings was not yours. Hand in your own, and talk to us.",
  });
}

/** Mia waits for a corrected name on her certificate. */
async function nameAsked(as: Sessions): Promise<void> {
  const { certificate } = contract;
  const { certificate_id = "" } = (await as("Mia").ask(certificate.listOwn, {})).credentials[0]!;
  await as("Mia").ask(certificate.askCorrection, {
    ...{ certificate_id, first_name: "Mia", last_name: "Castellanos-Lind" },
    reason: "I married in June, and my license has my new name.",
  });
}

const completeIssuer = (as: Sessions, name: SeedName, organization: keyof typeof seedOrganizations) => {
  const { name: organization_name, description } = seedOrganizations[organization];
  const overview = `<p>${description}</p>`;
  return as(name).ask(contract.reviewer.saveIssuerProfile, { organization_name, overview, is_internal: true });
};

/** The ids of the written credentials, by title. */
type Ids = (title: string) => string;

/** Each organization's are written one after the other, so that lists have the same order in every world. Ids by title. */
async function writeCredentials(
  as: Sessions,
  which: (seeded: SeedCredential) => boolean,
): Promise<ReadonlyMap<string, string>> {
  const written = new Map<string, string>();
  const writeAll = async (credentials: readonly SeedCredential[]) => {
    for (const seeded of credentials) written.set(seeded.title, await writeCredential(as, seeded));
  };
  const groups = Map.groupBy(seedCredentials.filter(which), ({ organization }) => organization);
  await Promise.all([...groups.values()].map(writeAll));
  return written;
}

const assessment = "Formative Assessment in the Secondary Classroom";

/** Leo holds a certificate that says what the review found. */
async function leosWork(as: Sessions, ids: Ids): Promise<void> {
  const work = await begin(as("Leo"), ids(assessment));
  const leosJob = await answer(as("Leo"), work, leosAssessment, { with_findings: true });
  await grade(as("Rita"), { ...work, credential_job_id: leosJob }, ritasVerdictsForLeo);
}

/** Lena has a draft, a submission that waits for a reviewer, and one to revise. */
async function lenasWork(as: Sessions, ids: Ids): Promise<void> {
  const lena = as("Lena");
  const conferences = await begin(lena, ids("Reading Conferences that Move Readers"));
  const lenasJob = await answer(lena, conferences, lenasConferences, { declaration: lenasDeclaration });
  await grade(as("Rita"), { ...conferences, credential_job_id: lenasJob }, ritasVerdictsForLena);
  await answer(lena, await begin(lena, ids("Welcoming New Families")), lenasWelcome);
  await answer(lena, await begin(lena, ids(assessment)), lenasDraft, { is_draft: true });
}

/** Lou earned a certificate while the organization was active. */
async function lousWork(as: Sessions, ids: Ids): Promise<void> {
  const work = await begin(as("Lou"), ids("Adult Literacy Tutor"));
  const credential_job_id = await answer(as("Lou"), work, lousHours);
  await grade(as("Ray"), { ...work, credential_job_id }, raysVerdictForLou);
}
