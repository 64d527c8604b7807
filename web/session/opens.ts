import { createContext } from "react";
import type { Session } from "./session-store.ts";

/** Whether an address of the portal opens a page for a session's role; the frame provides it to pages. */
export const Opens = createContext<(session: Session, address: string) => boolean>(() => false);
