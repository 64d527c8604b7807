/** Answers that were asked for before any script of the portal ran, by address: web/api/ask-early.ts. */
export type Asked = Map<string, Promise<Response | undefined>>;

/** So long after the page was opened an answer is taken for one of now: as long as a query's. */
const freshMs = 15_000;

const asked = (): Asked | undefined => (globalThis as { asked?: Asked }).asked;

/** Takes the answer that was asked for early, once; undefined where there is none, or it is lost or old. */
export function takeAsked(url: string): Promise<Response | undefined> | undefined {
  const answer = asked()?.get(url);
  asked()?.delete(url);
  return performance.now() < freshMs ? answer : undefined;
}

/** Forgets what was asked for early: something is about to change. */
export function forgetAsked(): void {
  asked()?.clear();
}
