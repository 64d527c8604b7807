import { list } from "../../shared/certificate/calls.ts";
import { Certificate } from "../../shared/certificate/certificate.ts";
import { implement } from "../chain/implement.ts";
import { inOrder, listPage } from "../data/list.ts";
import { findPage } from "../data/search.ts";
import { narrowingOf } from "./model/narrowing.ts";
import { rowOf } from "./model/store.ts";

export const handler = implement(list, async ({ offset, limit, cursor, sort, ...wanted }, context) => {
  const { actor, organization_id } = context;
  const organization = { organization_id, timezone: actor.organization!.timezone };
  const { text, view, space, facets, between } = narrowingOf(organization, wanted);
  const asked = { between, offset, limit, ...inOrder(sort) };
  const page = text
    ? await findPage({ space, text, where: facets, ...asked })
    : await listPage({ view, cursor, ...asked });
  const certificates = page.items.map((item) => rowOf(Certificate.parse(item)));
  return { data: { certificates, total: page.total, ...("cursor" in page && { cursor: page.cursor }) } };
});
