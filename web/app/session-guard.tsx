import { lazy, type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { proveBy } from "../api/client.ts";
import type { Waiting } from "../content/auth/prove-dialog.tsx";
import { useVisitor } from "../session/session.tsx";
import { leaveForSignIn } from "../session/session-store.ts";
import { isAnythingUnsaved } from "../ui/forms/unsaved.ts";

const SessionDialogs = lazy(() => import("../content/auth/session-dialogs.tsx"));

// outside of React: what is asked for before the first render may be refused before it
let waiting: Waiting | undefined;
let tell = () => {};
const setWaiting = (now: Waiting | undefined) => {
  waiting = now;
  tell();
};
const onWaiting = (listener: () => void) => {
  tell = listener;
  return () => {};
};
/** Asks over the page for what a call was refused for; settles as its person does. */
export const askForProof: Parameters<typeof proveBy>[0] = ({ code }) =>
  new Promise((...ends) => setWaiting([ends, waiting, code]));
proveBy(askForProof);

/**
 * Watches over a page that needs a session. Once that is over, here or by another tab, sign-in is opened in the page's
 * place and leads back; only where something is typed the page stays, and its person signs in on it. What they
 * have to confirm first that it is them for waits while they are asked.
 */
export function SessionGuard({ needed, children }: { readonly needed: boolean; readonly children: ReactNode }) {
  const isOver = useVisitor() === undefined && needed;
  const { pathname, search } = useLocation();
  const [wasOver, setWasOver] = useState(false);
  const [asks, setAsks] = useState(false);
  const shown = useSyncExternalStore(onWaiting, () => waiting);
  // while rendering, not in an effect: the page would say first that it cannot be read
  if (wasOver !== isOver) {
    setWasOver(isOver);
    setAsks(isOver && isAnythingUnsaved());
  }
  const from = pathname + search;
  const leaves = isOver && !asks;
  useEffect(() => void (leaves && leaveForSignIn(from)), [leaves, from]);
  if (leaves) return <div className="static-bar" />;
  return (
    <>
      {children}
      <Suspense>
        {asks || shown ? <SessionDialogs asks={asks} waiting={shown} setWaiting={setWaiting} /> : null}
      </Suspense>
    </>
  );
}
