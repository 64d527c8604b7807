import { keys } from "../data/keys.ts";
import { change, type Step } from "../data/table.ts";
import { storeImage } from "../pictures/store-image.ts";
import type { UserRecord } from "./record.ts";

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

/** The attributes a form changes; a new avatar is drawn and kept first. */
export async function personalChanges({
  first_name,
  last_name,
  phone,
  image,
}: PersonalFields): Promise<Partial<UserRecord>> {
  return {
    ...(first_name !== undefined && { first_name }),
    ...(last_name !== undefined && { last_name }),
    ...(phone !== undefined && { phone: phone || undefined }),
    ...(image === null && { image: undefined }),
    ...(image && { image: await storeImage({ dataUrl: image, kind: "avatar" }) }),
  };
}

/** What memberships carry a copy of, for the user lists. */
export function copiedOf(
  changes: Partial<UserRecord>,
): Partial<Pick<UserRecord, "first_name" | "last_name" | "image">> {
  const copied = ["first_name", "last_name", "image"] as const;
  return Object.fromEntries(copied.filter((name) => name in changes).map((name) => [name, changes[name]]));
}

/** Changes a person, and the copies in the memberships; `except` names one that the caller changes himself. */
export function personalSteps(user: UserRecord, changes: Partial<UserRecord>, except?: string): Step[] {
  const copies = copiedOf(changes);
  const others = Object.keys(copies).length === 0 ? [] : user.organization_ids.filter((id) => id !== except);
  return [
    change(keys.user(user.user_id), { set: changes }, { where: { status: "active" } }),
    ...others.map((id) => change(keys.membership(user.user_id, id), { set: copies })),
  ];
}
