import { Message } from "./message.tsx";

/** A page that exists, but not for the role the person holds in the selected organization. */
export function Page() {
  return (
    <Message status={403} title="You don’t have access to this page">
      Your role in this organization doesn’t have access. Ask an admin to change it.
    </Message>
  );
}
