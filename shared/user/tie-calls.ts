import * as z from "zod";
import { call, data } from "../http/call.ts";
import { Ties, tieFields } from "./ties.ts";

/** Version 0 and nothing until they have declared something. */
export const readTies = call({
  route: "GET /user/ties",
  summary: "Read the own declared ties",
  allow: "account",
  input: z.object({}),
  output: data(Ties),
});

/** All of them anew. Whom the caller reviews for, and who reviews for them, follows within minutes. */
export const saveTies = call({
  route: "PUT /user/ties",
  summary: "Declare ties",
  allow: "account",
  input: z.object({
    ...tieFields,
    /** As it was read. */
    version: z.number().int(),
  }),
  output: data(Ties),
  problems: ["state.changed"],
});
