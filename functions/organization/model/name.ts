import * as z from "zod";
import { Problem } from "../../../shared/http/problem.ts";
import { lookOf } from "../../../shared/http/text.ts";
import type { Key } from "../../data/keys/key.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { check, create, remove, type Step } from "../../data/steps.ts";
import { batchGet } from "../../data/table.ts";

const NameRecord = z.object({ pk: z.string(), sk: z.string(), organization_id: z.string() });

/** Where a name may be kept: by its look, and as names were compared before. */
function placesOf(name: string): Key[] {
  const [present, former] = [organizationKeys.organizationName(name), organizationKeys.formerOrganizationName(name)];
  return present.pk === former.pk ? [present] : [present, former];
}

const readHolders = async (name: string) =>
  (await batchGet(placesOf(name))).filter((item) => item !== undefined).map((item) => NameRecord.parse(item));

/** The id of the organization that has a name, in whatever case, spaces and forms of letters; undefined when none has it. */
export const organizationNamed = async (name: string): Promise<string | undefined> =>
  (await readHolders(name))[0]?.organization_id;

/** The refusal of a name that another organization has. */
function nameTaken(field: string): Problem {
  return new Problem("organization.name-taken", { field });
}

/** The steps that take a name: no other organization's may look like it. `field` is the form's, for the refusal. */
export function takeName(organization_id: string, name: string, field = "name"): Step[] {
  const otherwise = nameTaken(field);
  const [present, ...former] = placesOf(name);
  return [
    create(present!, { organization_id }, { otherwise }),
    ...former.map((key) => check(key, { missing: true, otherwise })),
  ];
}

/** The steps that give an organization's name free. */
export async function releaseName(organization_id: string, name: string): Promise<Step[]> {
  if (name === "") return [];
  const held = (await readHolders(name)).filter((each) => each.organization_id === organization_id);
  return held.map(({ pk, sk }) => remove({ pk, sk }, { where: { organization_id } }));
}

/** The steps that change a name: none where the new one looks like the old one. */
export async function changeName(
  organization_id: string,
  { before, after, field }: { readonly before: string; readonly after: string; readonly field?: string },
): Promise<Step[]> {
  if (lookOf(before) === lookOf(after)) return [];
  return [...takeName(organization_id, after, field), ...(await releaseName(organization_id, before))];
}
