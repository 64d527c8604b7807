import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import { queries } from "./api/queries.ts";
import { applyPreferences, followDevice } from "./app/preferences.ts";
import { createRouter } from "./app/router.tsx";
import { followSession } from "./app/session.tsx";
import { carryFlashes } from "./ui/flash.ts";

/** After a deployment the chunks of the page that is open are gone: load it anew, once. */
addEventListener("vite:preloadError", (event) => {
  if (sessionStorage.getItem("reloaded") === location.href) return;
  sessionStorage.setItem("reloaded", location.href);
  event.preventDefault();
  location.reload();
});

/** Before any page brings zod along: the content security policy forbids it to compile its checks. */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

followSession();
carryFlashes();
followDevice();
applyPreferences();

createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={createRouter()} />
    </QueryClientProvider>
  </StrictMode>,
);
