import { RouterProvider } from "react-router/dom";
import { openRouter } from "./app/router.tsx";
import { start } from "./app/start.tsx";

/** After a deployment the chunks of the page that is open are gone: load it anew, once. */
addEventListener("vite:preloadError", (event) => {
  if (sessionStorage.getItem("reloaded") === location.href) return;
  sessionStorage.setItem("reloaded", location.href);
  event.preventDefault();
  location.reload();
});

/** Before any page brings zod along: the content security policy forbids it to compile its checks. */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

void start(openRouter().then((router) => <RouterProvider router={router} />));
