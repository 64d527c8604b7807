import { Message } from "./message.tsx";

/** An address where nothing is. */
export function Page() {
  return (
    <Message status={404} title="There is nothing here">
      The address may be mistyped, or what was here has been removed.
    </Message>
  );
}
