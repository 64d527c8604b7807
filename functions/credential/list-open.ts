import { listOpen } from "../../shared/credential/calls.ts";
import { views } from "../data/keys.ts";
import { implement } from "../runtime/implement.ts";
import { publicRows } from "./public-rows.ts";

/** Browses what is published, newest first. Each combination of filters is a view of its own. */
export const handler = implement(listOpen, async ({ category, price, scech, offset, limit, cursor }, { actor }) => {
  const view = views.openCredentials({ category, price, ...(scech && { scech: scech === "true" }) });
  return { data: await publicRows({ view, offset, limit, cursor }, actor) };
});
