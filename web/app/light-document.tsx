import type { ReactNode } from "react";
import { Toasts } from "../ui/dialogs/toasts.tsx";
import { ConnectionBar } from "./connection.tsx";
import { Anchor, Frame } from "./frame.tsx";
import { start } from "./start.tsx";

/**
 * Starts a document of its own, without the router of the portal: what strangers open first weighs less.
 * Its links lead into the portal by ordinary navigation.
 */
export function startDocument(page: ReactNode): void {
  void start(
    <>
      <ConnectionBar />
      <Frame link={Anchor}>{page}</Frame>
      <Toasts />
    </>,
  );
}
