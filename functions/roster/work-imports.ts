import { idIn, worker } from "../chain/event.ts";
import { advance } from "./model/advance.ts";

/** Takes an import on at once, where somebody has asked for it; what is left is the clock's. */
export const handler = worker("imports", (event) => advance(idIn(event, "import_id")));
