import Alert from "@cloudscape-design/components/alert";
import type { ReactNode } from "react";
import { Disclosure } from "../../ui/look/panel.tsx";

/** Above a form: what somebody else has saved since it was opened, which saving replaces. */
export function SomeoneElses({ what, children }: { readonly what: string; readonly children: ReactNode }) {
  return (
    <Alert type="warning" header={`Someone else changed ${what}. Saving replaces their version.`}>
      <Disclosure title="Their version">{children}</Disclosure>
    </Alert>
  );
}
