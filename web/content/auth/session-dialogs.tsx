import { useLocation } from "react-router";
import { leaveForSignIn } from "../../session/session-store.ts";
import { type Proving, WaitingDialog } from "./prove-dialog.tsx";
import { SignInAgain } from "./sign-in-again.tsx";

/** What is asked of a session's person over any page: loaded when it is asked first. */
export default function SessionDialogs({
  asks,
  waiting,
  setWaiting,
}: Proving & {
  /** Whether they sign in again. */
  readonly asks: boolean;
}) {
  const { pathname, search } = useLocation();
  return (
    <>
      {asks ? <SignInAgain onClose={() => leaveForSignIn(pathname + search)} /> : null}
      {waiting ? <WaitingDialog waiting={waiting} setWaiting={setWaiting} /> : null}
    </>
  );
}
