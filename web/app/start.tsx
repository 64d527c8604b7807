import { notifyManager, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { queries } from "../api/queries.ts";
import { applyPreferences, followDevice } from "../session/preferences.ts";
import { followSession } from "../session/session-store.ts";
import { carryFlashes } from "../ui/dialogs/flash.ts";
import { followPress, whenReleased } from "../ui/press.ts";

/** Starts a document: its session, its look, and its contents as soon as they are there. */
export async function start(contents: ReactNode): Promise<void> {
  followSession();
  carryFlashes();
  followDevice();
  applyPreferences();
  followPress();
  notifyManager.setScheduler((tell) => setTimeout(() => whenReleased(tell)));
  const shown = await contents;
  createRoot(document.getElementById("root") as HTMLElement).render(
    <StrictMode>
      <QueryClientProvider client={queries}>{shown}</QueryClientProvider>
    </StrictMode>,
  );
}
