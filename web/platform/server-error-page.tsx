import { brand } from "../../shared/platform/brand.ts";
import { Message } from "./message.tsx";

/** The page for failures of ours. */
export function Page() {
  return (
    <Message status={500} title="Something went wrong on our side">
      It’s not you. Try again in a moment. If it keeps happening, email{" "}
      <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>.
    </Message>
  );
}
