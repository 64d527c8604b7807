import type { Skill } from "../../../shared/credential/parts.ts";
import { Problem } from "../../../shared/http/problem.ts";
import { type Certification, type Education, Profile, ReviewerApplication } from "../../../shared/reviewer/reviewer.ts";
import type { Actor } from "../../chain/actor.ts";
import { certifications } from "../../credential/model/lookups/certifications.ts";
import { degrees } from "../../credential/model/lookups/degrees.ts";
import { fields } from "../../credential/model/lookups/fields.ts";
import { chosenSkills } from "../../credential/model/lookups/skills.ts";
import { audit } from "../../data/audit.ts";
import { now } from "../../data/ids.ts";
import { reviewerKeys } from "../../data/keys/reviewer.ts";
import { change, create, type Step } from "../../data/steps.ts";
import { batchGet } from "../../data/table.ts";
import { amend } from "../../data/transition.ts";
import { reviewerApplicationEntity } from "./application-entity.ts";

/** What of a profile a call saves. */
export type ProfileChange = Partial<
  Pick<Profile, "title" | "overview" | "category" | "skills" | "educations" | "certifications">
>;

/** The actor's profile and applications in all their organizations, in one read. */
export async function readOwn({
  user_id,
  user,
}: Actor): Promise<{ profile?: Profile; applications: ReviewerApplication[] }> {
  const [profile, ...applications] = await batchGet([
    reviewerKeys.reviewer(user_id),
    ...user.organization_ids.map((organization_id) => reviewerKeys.reviewerApplication(organization_id, user_id)),
  ]);
  return {
    profile: profile && Profile.parse(profile),
    applications: applications.filter((item) => item !== undefined).map((item) => ReviewerApplication.parse(item)),
  };
}

/**
 * The steps that save a profile, making it where there is none. A changed category moves the accepted reviewer to another
 * list, changed skills rank them anew.
 */
export function saveSteps(
  { user_id, organization_id }: Actor,
  { profile, applications }: Awaited<ReturnType<typeof readOwn>>,
  set: ProfileChange,
): Step[] {
  const at = now();
  const fresh = { user_id, title: "", overview: "", skills: [], educations: [], certifications: [], created_on: at };
  const skill_ids = set.skills?.map(({ skill_id }) => skill_id);
  const moved = applications
    .map((before) => ({
      before,
      set: { category: set.category ?? before.category, skill_ids: skill_ids ?? before.skill_ids },
    }))
    .filter(
      ({ before, set: { category, skill_ids } }) =>
        category !== before.category || skill_ids.join() !== before.skill_ids.join(),
    );
  return [
    profile
      ? change(
          reviewerKeys.reviewer(user_id),
          { set: { ...set, updated_on: at } },
          { where: { version: profile.version } },
        )
      : create(reviewerKeys.reviewer(user_id), { ...fresh, ...set, updated_on: at }),
    ...moved.flatMap((each) => amend(reviewerApplicationEntity, each).steps),
    audit("reviewer.saved", { organization_id, actor_id: user_id, subject_id: user_id, user_id }),
  ];
}

/** The chosen skills with the names that belong to their ids; refused when one is not of the category. */
export function skillsIn(category: number, chosen: readonly Skill[]): Skill[] {
  const skills = chosenSkills(
    category,
    chosen.map(({ skill_id }) => skill_id),
  );
  const message = "Choose skills from this category.";
  if (!skills) throw new Problem("input.invalid", { message, fields: { skills: message } });
  return skills.map(({ skill_id, name }) => ({ skill_id, name }));
}

const nameIn = (lookup: readonly (readonly [number, ...string[]])[], id: number, field: string): string => {
  const name = lookup.find(([each]) => each === id)?.at(-1);
  const message = "Choose one from the list.";
  if (name === undefined) throw new Problem("input.invalid", { message, fields: { [field]: message } });
  return String(name);
};

/** An education with the names of its degree and field. */
export const namedEducation = (sent: Omit<Education, "degree_name" | "field_name">, index: number): Education => ({
  ...sent,
  degree_name: nameIn(degrees, sent.degree_id, `educations.${index}.degree_id`),
  field_name: sent.field_id === undefined ? undefined : nameIn(fields, sent.field_id, `educations.${index}.field_id`),
});

/** A license or certificate with its name and kind, and its file as it was confirmed. */
export const namedCertification = (
  sent: Pick<Certification, "certification_id" | "issued_on" | "expires_on">,
  file: { readonly key: string; readonly name: string },
  index: number,
): Certification => ({
  ...sent,
  certification_name: nameIn(certifications, sent.certification_id, `certifications.${index}.certification_id`),
  type: certifications.find(([id]) => id === sent.certification_id)?.[1],
  extension: file.name.split(".").at(-1)?.toLowerCase(),
  attachment_link: file.key,
});
