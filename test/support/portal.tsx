import { readFileSync } from "node:fs";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, configure, fireEvent, render, screen } from "@testing-library/react";
import { bypass, HttpHandler, type HttpResponseResolver } from "msw";
import { setupServer } from "msw/node";
import type { ComponentType } from "react";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { vi } from "vitest";
import { contract } from "../../shared/contract.ts";
import { proveBy, takeTokensFrom } from "../../web/api/client.ts";
import { queries } from "../../web/api/queries.ts";
import { askForProof } from "../../web/app/session-guard.tsx";
import { openSignIn as startSignIn } from "../../web/auth/sign-in.ts";
import { staticWords } from "../../web/build/static-words.ts";
import { beginSession, followSession } from "../../web/session/session-store.ts";
import { currentFlashes, dismissFlash } from "../../web/ui/dialogs/flash.ts";
import { Toasts } from "../../web/ui/dialogs/toasts.tsx";
import type { Person } from "./people.ts";
import { slowness } from "./slowness.ts";
import { world } from "./world.ts";

/** The browser's window as the tests' environment gives it, with what only a test may do to it. */
const { happyDOM } = window as unknown as {
  happyDOM: { setURL(url: string): void; setViewport(size: { width: number }): void };
};

configure({
  asyncUtilTimeout: 60_000 * slowness, // other tests and their world run beside it
  // what the page says is worth more than the first of its markup
  getElementError: (message) =>
    new Error(`${message}\n\nThe page says: ${(document.querySelector("main") ?? document.body).textContent}`),
});

/** Addresses that pages sent the browser to, by leaving the portal's document. */
export const left: string[] = [];

/** Puts the window to the start of a test. */
export function openWindow(): void {
  happyDOM.setURL(`${world.origin}/`);
  followSession();
  takeTokensFrom();
  proveBy(askForProof);
  left.length = 0;
  for (const way of ["assign", "replace"] as const)
    vi.spyOn(window.location, way).mockImplementation((address) => void left.push(String(address)));
}

/** Leaves nothing of a test in the window: the next one may be another file's. */
export function closeWindow(): void {
  cleanup();
  network.resetHandlers();
  queries.clear();
  for (const { id } of currentFlashes()) dismissFlash(id);
  localStorage.clear();
  sessionStorage.clear();
  document.body.innerHTML = "";
}

/** The window's network: what no test answers reaches the running world. */
export const network = setupServer();

/** Answers calls (`PUT /organization`) in the server's place. Answers how to end that before the test does. */
export function answerInstead(calls: readonly string[], answer: HttpResponseResolver): () => void {
  const named = calls.map((call) => call.split(" ") as [string, string]);
  network.use(...named.map(([method, path]) => new HttpHandler(method, `/api${path}`, answer)));
  return () => network.resetHandlers();
}

/** What the server says to a request that a test answers, read to its end: happy-dom fails in one that is left before. */
export async function ask(request: Request): Promise<Response> {
  const given = await fetch(bypass(request));
  return new Response(await given.text(), given);
}

/** The messages that stand now. */
export const toasts = (): string[] => currentFlashes().map(({ text }) => text);

/** Begins the session of somebody, as signing in does. */
export async function signInAs(person: Person): Promise<void> {
  await person.token();
  const { email, password } = person;
  const { status, body, text } = await world.anyone.call(contract.auth.login, { email, password, isRemember: false });
  if (status !== 200) throw new Error(text);
  beginSession(body.data);
}

/** The portal as it is open: where it is, and the browser's back button. */
interface Portal {
  path(): string;
  back(): Promise<void>;
}

/** Makes the window this wide, as dragging its edge does. */
export const windowWidth = (widthPx: number): void => happyDOM.setViewport({ width: widthPx });

/** Opens a route of the portal over the running world; `person` is signed in first. */
export async function open(path: string, person?: Person): Promise<Portal> {
  if (person) await signInAs(person);
  const { table } = await import("../../web/app/router.tsx");
  const router = createMemoryRouter(table, { initialEntries: [path] });
  render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return {
    path: () => router.state.location.pathname + router.state.location.search,
    back: () => act(() => router.navigate(-1)),
  };
}

/** Opens one of the pages that are documents of their own. */
export function openDocument(path: string, Page: ComponentType): void {
  happyDOM.setURL(`${world.origin}${path}`);
  render(
    <QueryClientProvider client={queries}>
      <Page />
      <Toasts />
    </QueryClientProvider>,
  );
}

/** Opens the sign-in page, whose document is written by hand. */
export function openSignIn(path: string): void {
  happyDOM.setURL(`${world.origin}${path}`);
  const html = staticWords(readFileSync("web/sign-in.html", "utf8"));
  document.body.innerHTML = /<body>([\s\S]*)<\/body>/.exec(html)![1]!.replace(/<script[\s\S]*?<\/script>/g, "");
  startSignIn();
}

/** The control with a label; of several the first, or another by its place: sections of a form repeat their labels. */
export const labelled = (label: string | RegExp, at = 0): HTMLInputElement =>
  screen.getAllByLabelText<HTMLInputElement>(label)[at]!;

/** Types into a field, all at once. */
export const type = (label: string | RegExp, text: string): void =>
  void fireEvent.change(labelled(label), { target: { value: text } });

/** What a field holds. */
export const typedIn = (label: string | RegExp): string => labelled(label).value;

/** Waits until the page says something, at a field or anywhere. */
export const said = (text: string | RegExp): Promise<HTMLElement[]> => screen.findAllByText(text);

/** Presses a button. */
export const press = (name: string | RegExp): void => void fireEvent.click(screen.getByRole("button", { name }));
