let asked: Promise<unknown> | undefined;

/** A page's script asks for another one that the page is not shown without. */
export function showWith(script: Promise<unknown>): void {
  asked = script;
}

/** Waits for what the scripts of pages have asked for by {@link showWith}. */
export const scriptsAsked = (): Promise<unknown> | undefined => asked;
