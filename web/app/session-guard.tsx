import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { proveBy } from "../api/client.ts";
import { askAllAgain } from "../api/queries.ts";
import type { Proving } from "../content/auth/prove-dialog.tsx";
import { useVisitor } from "../session/session.tsx";
import { leaveForSignIn } from "../session/session-store.ts";
import { isAnythingUnsaved } from "../ui/forms/unsaved.ts";

const SignInAgain = lazy(() => import("../content/auth/sign-in-again.tsx"));
const ProveDialog = lazy(() => import("../content/auth/prove-dialog.tsx"));

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
  const [proving, setProving] = useState<Proving>();
  useEffect(() => proveBy(() => new Promise((resolve, reject) => setProving({ resolve, reject }))), []);
  // while rendering, not in an effect: the page would say first that it cannot be read
  if (wasOver !== isOver) {
    setWasOver(isOver);
    setAsks(isOver && isAnythingUnsaved());
  }
  const from = pathname + search;
  const leaves = isOver && !asks;
  useEffect(() => {
    if (leaves) leaveForSignIn(from);
  }, [leaves, from]);
  useEffect(() => {
    if (!asks) return;
    return () => askAllAgain(); // what could not be read meanwhile
  }, [asks]);
  if (leaves) return <div className="static-bar" />;
  return (
    <>
      {children}
      <Suspense>
        {asks ? <SignInAgain onClose={() => leaveForSignIn(from)} /> : null}
        {proving ? <ProveDialog {...proving} onEnd={() => setProving(undefined)} /> : null}
      </Suspense>
    </>
  );
}
