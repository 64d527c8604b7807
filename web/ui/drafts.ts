const secret = /password|token|account|aba|card|secret/i;

const nameOf = (form: string) => `draft ${form} ${location.pathname}`;

/** Keeps what was typed into a form when the session ends under it, for this tab and the same person; never secrets. */
export function keepDraft(form: string, user_id: string, values: Record<string, unknown>): void {
  const safe = Object.fromEntries(Object.entries(values).filter(([name]) => !secret.test(name)));
  try {
    sessionStorage.setItem(nameOf(form), JSON.stringify({ user_id, values: safe }));
  } catch {
    // A draft with large pictures may not fit; the form itself still has everything.
  }
}

/** Takes back what {@link keepDraft} kept, once. */
export function takeDraft(form: string, user_id: string): Record<string, unknown> | undefined {
  const kept = sessionStorage.getItem(nameOf(form));
  if (!kept) return undefined;
  sessionStorage.removeItem(nameOf(form));
  const draft = JSON.parse(kept) as { user_id: string; values: Record<string, unknown> };
  return draft.user_id === user_id ? draft.values : undefined;
}
