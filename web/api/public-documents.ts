import { type Ask, limitedAsk } from "../../shared/certificate/verify/ask.ts";

/** Asks any host for a public document, without cookies, following nothing, and with bounds of time and size. */
export const askPublic: Ask = limitedAsk((...request) => fetch(...request));
