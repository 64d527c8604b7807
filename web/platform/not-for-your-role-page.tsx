import { Message } from "./message.tsx";

/** A page that exists, but not for the role the person holds in the selected organization. */
export function Page() {
  return (
    <Message status={403} title="This page is not for your role">
      There is nothing here for the role you hold in this organization. An admin of yours can change that.
    </Message>
  );
}
