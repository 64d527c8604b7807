const nameFor = (user_id: string, organization_id: string) => `wizard draft ${user_id} ${organization_id}`;

/** Remembers which draft somebody is writing, so that `/credential/create/3` finds it again after the browser was closed. */
export function rememberDraft(user_id: string, organization_id: string, credential_id: string): void {
  localStorage.setItem(nameFor(user_id, organization_id), credential_id);
}

/** The draft last worked on with {@link rememberDraft} on this device. */
export const rememberedDraft = (user_id: string, organization_id: string): string | null =>
  localStorage.getItem(nameFor(user_id, organization_id));

/** Begins anew: the next draft is a new one. The former stays in the list. */
export function forgetDraft(user_id: string, organization_id: string): void {
  localStorage.removeItem(nameFor(user_id, organization_id));
}
