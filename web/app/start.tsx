import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { queries } from "../api/queries.ts";
import { carryFlashes } from "../ui/flash.ts";
import { applyPreferences, followDevice } from "./preferences.ts";
import { followSession } from "./session.tsx";

/** Starts a document: its session, its look, and its contents. */
export function start(contents: ReactNode): void {
  followSession();
  carryFlashes();
  followDevice();
  applyPreferences();
  createRoot(document.getElementById("root") as HTMLElement).render(
    <StrictMode>
      <QueryClientProvider client={queries}>{contents}</QueryClientProvider>
    </StrictMode>,
  );
}
