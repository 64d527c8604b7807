import * as z from "zod";
import { call, data } from "../http/call.ts";

/** Whether the API answers. No data. */
export const health = call({
  route: "GET /health",
  summary: "Is the API there",
  allow: "anyone",
  input: z.object({}),
  output: data(z.object({ status: z.literal("ok") })),
});
