import { type ReactNode, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { ConnectionBar } from "./connection.tsx";
import { carryFlashes } from "./flash.ts";
import { Anchor, Frame } from "./frame.tsx";
import { applyPreferences, followDevice } from "./preferences.ts";
import { followSession } from "./session.tsx";
import { Toasts } from "./toasts.tsx";

/**
 * Starts a document of its own, without the router and the cache of the portal: what strangers open first weighs less.
 * Its links lead into the portal by ordinary navigation.
 */
export function startDocument(page: ReactNode): void {
  followSession();
  carryFlashes();
  followDevice();
  applyPreferences();
  createRoot(document.getElementById("root") as HTMLElement).render(
    <StrictMode>
      <ConnectionBar />
      <Frame link={Anchor}>{page}</Frame>
      <Toasts />
    </StrictMode>,
  );
}
