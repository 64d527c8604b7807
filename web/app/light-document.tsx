import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { queries } from "../api/queries.ts";
import { carryFlashes } from "../ui/flash.ts";
import { Toasts } from "../ui/toasts.tsx";
import { ConnectionBar } from "./connection.tsx";
import { Anchor, Frame } from "./frame.tsx";
import { applyPreferences, followDevice } from "./preferences.ts";
import { followSession } from "./session.tsx";

/**
 * Starts a document of its own, without the router of the portal: what strangers open first weighs less.
 * Its links lead into the portal by ordinary navigation.
 */
export function startDocument(page: ReactNode): void {
  followSession();
  carryFlashes();
  followDevice();
  applyPreferences();
  createRoot(document.getElementById("root") as HTMLElement).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <ConnectionBar />
        <Frame link={Anchor}>{page}</Frame>
        <Toasts />
      </QueryClientProvider>
    </StrictMode>,
  );
}
