import { I18nProvider } from "@cloudscape-design/components/i18n";
import messages from "@cloudscape-design/components/i18n/messages/all.en";
import "@cloudscape-design/global-styles/index.css";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ComponentType, StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";

/** Shows the peer's one page as its libraries document it. */
export function start(Page: ComponentType): void {
  const router = createBrowserRouter([
    {
      path: "*",
      element: (
        <Suspense fallback="Loading…">
          <Page />
        </Suspense>
      ),
    },
  ]);
  createRoot(document.getElementById("root")!).render(
    <StrictMode>
      <QueryClientProvider client={new QueryClient()}>
        <I18nProvider locale="en" messages={[messages]}>
          <RouterProvider router={router} />
        </I18nProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
}
