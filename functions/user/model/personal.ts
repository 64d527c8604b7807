import { organizationKeys } from "../../data/keys/organization.ts";
import { change, type Step } from "../../data/steps.ts";
import { transition } from "../../data/transition.ts";
import { storeImage } from "../../pictures/store-image.ts";
import type { UserRecord } from "./record.ts";
import { userEntity } from "./user-entity.ts";

/** What a form may change of a person: what is left out stays, an emptied telephone or image goes. */
export interface PersonalFields {
  readonly first_name?: string;
  readonly last_name?: string;
  readonly phone?: string;
  readonly image?: string | null;
}

/** Whether a form changes anything of the person at all. */
export const isPersonal = ({ first_name, last_name, phone, image }: PersonalFields): boolean =>
  [first_name, last_name, phone, image].some((field) => field !== undefined);

/** The attributes of a person that a form changes; a new avatar is drawn and kept first. */
export async function personalChanges(
  user_id: string,
  { first_name, last_name, phone, image }: PersonalFields,
): Promise<Partial<UserRecord>> {
  return {
    ...(first_name !== undefined && { first_name }),
    ...(last_name !== undefined && { last_name }),
    ...(phone !== undefined && { phone: phone || undefined }),
    ...(image === null && { image: undefined }),
    ...(image && { image: await storeImage({ dataUrl: image, kind: "avatar", user_id }) }),
  };
}

/** What memberships carry a copy of, for the user lists. */
export function copiedOf(
  changes: Partial<UserRecord>,
): Partial<Pick<UserRecord, "first_name" | "last_name" | "image">> {
  const copied = ["first_name", "last_name", "image"] as const;
  return Object.fromEntries(copied.filter((name) => name in changes).map((name) => [name, changes[name]]));
}

/** Who changes a person, and where; `except` names a membership that the caller changes. */
interface Changing {
  readonly actor_id: string;
  readonly organization_id: string;
  readonly except?: string;
}

/** Changes a person, and the copies in the memberships. */
export function personalSteps(
  before: UserRecord,
  changes: Partial<UserRecord>,
  { actor_id, organization_id, except }: Changing,
): Step[] {
  const copies = copiedOf(changes);
  const others = Object.keys(copies).length === 0 ? [] : before.organization_ids.filter((id) => id !== except);
  return [
    ...transition(userEntity, "change", { before, set: changes, actor_id, organization_id }).steps,
    ...others.map((id) => change(organizationKeys.membership(before.user_id, id), { set: copies })),
  ];
}
