import * as z from "zod";
import { call, data } from "../http/call.ts";
import { Ties, tieFields } from "./declared-ties.ts";

/** Version 0 and nothing until they have declared something; what they took back stands beside it until it ends. */
export const read = call({
  route: "GET /user/ties",
  summary: "Read the own declared ties",
  allow: "account",
  input: () => z.object({}),
  output: () => data(Ties),
});

/**
 * All of them anew, with at most ten people more and ten less than before, five times a day. What is new counts from the
 * next midnight (UTC); what is left out stands in `taken_back` until it ends, thirty days after it began to count. Offers
 * that are open stay as they are.
 */
export const save = call({
  route: "PUT /user/ties",
  summary: "Declare ties",
  allow: "account",
  input: () =>
    z.object({
      ...tieFields,
      /** As it was read. */
      version: z.number().int(),
    }),
  output: () => data(Ties),
  problems: ["state.changed"],
});
