import { organization } from "../organization.ts";
import type { Route } from "./routes.ts";

/** What is left of a call when nothing is read: its input and its answer, through their schemas. */
export async function work(call: Route["call"], _userId: string, raw: Record<string, unknown>) {
  call.input.parse(raw);
  return { status: 200, body: call.output.parse({ data: organization }) };
}
