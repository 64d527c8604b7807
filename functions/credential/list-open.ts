import { listOpen } from "../../shared/credential/calls.ts";
import { implement } from "../chain/implement.ts";
import { credentialIndexes, credentialViews } from "../data/keys/credential.ts";
import { listReferences } from "../data/list.ts";
import { findReferences } from "../data/search.ts";
import { publicRows } from "../submission/model/public-rows.ts";

/** Browses what is published, newest first. Each combination of filters is a view of its own; words narrow by facets. */
export const handler = implement(
  listOpen,
  async ({ category, price, scech: asked, q, search = q, offset, limit, cursor }, { actor }) => {
    const scech = asked && asked === "true";
    const where = { category, price, scech };
    const page = search
      ? await findReferences({ space: credentialIndexes.openCredentials(), text: search, where, offset, limit })
      : await listReferences({
          view: credentialViews.openCredentials({ category, price, scech }),
          offset,
          limit,
          cursor,
        });
    return { data: await publicRows(page, actor) };
  },
);
