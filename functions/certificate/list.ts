import { list } from "../../shared/certificate/calls.ts";
import { Certificate } from "../../shared/certificate/certificate.ts";
import { implement } from "../chain/implement.ts";
import { certificateIndexes, certificateViews } from "../data/keys/certificate.ts";
import { inOrder, listPage } from "../data/list.ts";
import { findPage } from "../data/search.ts";
import { facetsOf } from "./model/facets.ts";
import { rowOf } from "./model/store.ts";

export const handler = implement(list, async ({ status, search, sort, ...asked }, { organization_id }) => {
  const page = search
    ? await findPage({
        space: certificateIndexes.certificates(organization_id),
        text: search,
        where: facetsOf(status),
        ...asked,
        ...inOrder(sort),
      })
    : await listPage({ view: certificateViews.certificates(organization_id, status), ...asked, ...inOrder(sort) });
  const certificates = page.items.map((item) => rowOf(Certificate.parse(item)));
  return { data: { certificates, total: page.total, ...("cursor" in page && { cursor: page.cursor }) } };
});
