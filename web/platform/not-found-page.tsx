import { Message } from "./message.tsx";

/** An address where nothing is. */
export function Page() {
  return (
    <Message status={404} title="Page not found">
      Check the address for typos. The page may also have been removed.
    </Message>
  );
}
