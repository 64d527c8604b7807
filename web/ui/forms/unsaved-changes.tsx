import { useEffect, useRef } from "react";
import { useBlocker } from "react-router";
import { ConfirmDialog } from "../dialogs/confirm.tsx";
import { useUnsaved } from "./unsaved.ts";

/** Asks before leaving a page with unsaved typing, within the portal and when closing the tab. */
export function UnsavedChanges({
  when,
  except,
  onLeave,
}: {
  readonly when: boolean;
  /** Pages that keep what was typed here, such as the other steps of a wizard. */
  readonly except?: (pathname: string) => boolean;
  /** Hears that somebody leaves all the same. */
  readonly onLeave?: () => void;
}) {
  useUnsaved(when);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation: { pathname } }) =>
      when && currentLocation.pathname !== pathname && !except?.(pathname),
  );
  useEffect(() => {
    if (!when) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [when]);
  const leaving = useRef(false);
  if (blocker.state !== "blocked") return null;
  return (
    <ConfirmDialog
      title="Leave without saving?"
      confirm="Leave"
      destructive
      cancel="Stay"
      onConfirm={() => {
        leaving.current = true;
        onLeave?.();
        blocker.proceed();
        return undefined;
      }}
      onClose={() => {
        if (!leaving.current) blocker.reset();
        leaving.current = false;
      }}
    >
      Your changes on this page aren’t saved.
    </ConfirmDialog>
  );
}
