import { contract } from "../../shared/contract.ts";
import { writeAnchors } from "./calibration.ts";
import type { SeedCredential, SeedSection } from "./credentials/credential.ts";
import { type SeedName, type SeedPerson, seedPeople } from "./people.ts";
import { seedReviewers } from "./reviewers.ts";
import type { Session, Sessions } from "./session.ts";

const { credential } = contract;

const admins = { northwind: "Ada", fabrikam: "Abe", lakeshore: "Ann" } as const satisfies Record<string, SeedName>;

/** Writes a credential through the steps of the wizard and brings it to its outcome; answers its id. */
export async function writeCredential(as: Sessions, seeded: SeedCredential): Promise<string> {
  const author = as(seeded.author);
  const draft = await writeDetails(author, seeded);
  const { cred_id: credential_id } = draft;
  if (seeded.outcome === "draft") return credential_id;
  const { scores_and_submissions } = await writeSteps(author, seeded, draft);
  const [first] = scores_and_submissions.sections;
  if (seeded.isCalibrated && first) await writeAnchors(as, seeded.author, credential_id, first.section_id);
  const { status } = await author.ask(credential.publish, { credential_id });
  await decide(as(admins[seeded.organization]), seeded, { credential_id, status });
  return credential_id;
}

const writeDetails = (
  author: Session,
  { title, description, scoring, resources, scech, validityMonths }: SeedCredential,
) =>
  author.ask(credential.create, {
    credential_details: {
      ...{ title, description, score_description: scoring, credential_resources: resources, scech },
      ...(validityMonths !== undefined && { validity_months: validityMonths }),
    },
  });

async function writeSteps(
  author: Session,
  seeded: SeedCredential,
  { cred_id, version }: { cred_id: string; version: number },
) {
  const { category, jobDescription: job_description, notes, hourlyRateDollars: hourly_rate, skills } = seeded;
  const credential_id = cred_id;
  const sections = await author.ask(credential.saveSections, {
    credential_id,
    version,
    data: seeded.sections.map(sectionOf),
  });
  const criteria = await author.ask(credential.update, {
    credential_id,
    version: sections.version,
    step: 2,
    reviewer_criteria: {
      category,
      job_description,
      notes,
      hourly_rate,
      skills: skills.map((skill_id) => ({ skill_id, name: "" })),
      ...(seeded.aiPolicy && { ai_policy: seeded.aiPolicy }),
      ...(seeded.secondReviewPercent && {
        second_review: { share_percent: seeded.secondReviewPercent, show_agreement: true },
      }),
      ...(seeded.isCalibrated && { calibration: "required", seeded_anchors: true }),
      ...(seeded.appealFee && { appeals: { fee: seeded.appealFee } }),
    },
  });
  const reviewers = await author.ask(credential.update, {
    credential_id,
    version: criteria.version,
    step: 3,
    assigned_reviewers: reviewersFor(seeded),
  });
  return author.ask(credential.update, {
    credential_id,
    version: reviewers.version,
    step: 4,
    price: seeded.priceDollars,
  });
}

/** The accepted reviewers of the credential's organization, and those of its category anywhere. */
function reviewersFor({ organization, category }: SeedCredential): string[] {
  return (Object.keys(seedReviewers) as SeedName[]).flatMap((name) => {
    const { acceptedBy, category: own } = seedReviewers[name]!;
    const person: SeedPerson = seedPeople[name];
    return acceptedBy && (person.organization === organization || own === category) ? [person.user_id] : [];
  });
}

function sectionOf(section: SeedSection) {
  const { title, description, minutes, responseType, rubric, options = [] } = section;
  const { criteria, makingProgress, completed } = section;
  return {
    title,
    description,
    rubric,
    review_estimate: minutes,
    response_type: responseType,
    rubric_ext: criteria
      ? {
          criteria: criteria.map(([criteria, achieved, notachieved, score], index) => ({
            criteria_id: String(index + 1),
            criteria,
            achieved,
            notachieved,
            score,
          })),
          making_progress: makingProgress,
          completed,
        }
      : null,
    options: options.map((name, index) => ({ option_id: String(index + 1), name })),
  };
}

async function decide(
  admin: Session,
  { outcome, feedback = "" }: SeedCredential,
  { credential_id, status }: { credential_id: string; status: string },
): Promise<void> {
  if (outcome === "submitted") return;
  if (outcome === "rejected") {
    await admin.ask(credential.reject, { credential_id, feedback: `<p>${feedback}</p>` });
    return;
  }
  if (status === "submitted") await admin.ask(credential.approve, { credential_id });
  if (outcome === "closed") await admin.ask(credential.close, { credential_id });
}
