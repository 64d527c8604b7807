import { I18nProvider } from "@cloudscape-design/components/i18n";
import messages from "@cloudscape-design/components/i18n/messages/all.en";
import type { ReactNode } from "react";

/** Around everything that is drawn with Cloudscape: the words its components bring along. */
export function CloudscapeTexts({ children }: { readonly children: ReactNode }) {
  return (
    <I18nProvider locale="en" messages={[messages]}>
      {children}
    </I18nProvider>
  );
}
