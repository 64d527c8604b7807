import * as z from "zod";
import { call, data } from "../http/call.ts";

/**
 * What a browser tells of a page that wanted to load or run what its content security policy forbids, in either of the
 * forms that browsers send.
 */
export const reportPolicyViolation = call({
  route: "POST /policyviolations",
  summary: "Report that a page’s content security policy refused something",
  allow: "anyone",
  body: "its-own",
  input: () => z.object({}),
  output: () => data(z.object({ recorded: z.number() })),
  bodyLimitBytes: 20_000,
});

export const health = call({
  route: "GET /health",
  summary: "Check whether the API answers",
  allow: "anyone",
  input: () => z.object({}),
  output: () => data(z.object({ status: z.literal("ok") })),
});
