import * as z from "zod";
import { call, data } from "../http/call.ts";

export const health = call({
  route: "GET /health",
  summary: "Check whether the API answers",
  allow: "anyone",
  input: z.object({}),
  output: data(z.object({ status: z.literal("ok") })),
});
