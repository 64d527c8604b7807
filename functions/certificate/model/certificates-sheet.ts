import { certificatePath } from "../../../shared/certificate/addresses.ts";
import { Certificate } from "../../../shared/certificate/certificate.ts";
import { filterWords, reasonWords, statusWords } from "../../../shared/certificate/words.ts";
import { dayIn } from "../../../shared/organization/timezone.ts";
import { fullName } from "../../../shared/platform/full-name.ts";
import { bulkGet, bulkRows } from "../../data/bulk.ts";
import { readTotal } from "../../data/list.ts";
import { findReferences, matchesMax } from "../../data/search.ts";
import { countItems, type Item } from "../../data/table.ts";
import { environment } from "../../runtime/environment.ts";
import type { Column, Sheet, SheetPage } from "../../sheets/sheet.ts";
import { isNameAsked } from "./entity.ts";
import { narrowingOf, type WantedCertificates } from "./narrowing.ts";

const visibilityWords: Readonly<Record<Certificate["visibility"], string>> = {
  shown: "Shown",
  hidden: "Hidden by the learner",
  erased: "Removed with the learner’s account",
};

const hasPage = ({ visibility, status, signed }: Certificate) =>
  visibility === "shown" && status !== "replaced" && signed !== undefined;

/** Days are those of the organization: where it was when each was earned, or where it is. */
const columnsIn = (timezone: string): readonly Column<Certificate>[] => [
  { id: "first_name", header: "First name", kind: "text", value: ({ first_name }) => first_name },
  { id: "last_name", header: "Last name", kind: "text", value: ({ last_name }) => last_name },
  { id: "title", header: "Credential", kind: "text", value: ({ title }) => title },
  {
    id: "earned",
    header: "Earned on",
    kind: "text",
    value: ({ earned_on, earned_in = timezone }) => dayIn(earned_in, earned_on),
  },
  {
    id: "valid_until",
    header: "Valid until",
    kind: "text",
    value: ({ valid_until, earned_in = timezone }) => (valid_until ? dayIn(earned_in, valid_until) : ""),
  },
  { id: "status", header: "Status", kind: "text", value: ({ status }) => statusWords[status] },
  {
    id: "ended",
    header: "Not valid since",
    kind: "text",
    value: ({ revoked_on, earned_in = timezone }) => (revoked_on ? dayIn(earned_in, revoked_on) : ""),
  },
  {
    id: "reason",
    header: "Reason",
    kind: "text",
    value: ({ revocation }) => (revocation ? reasonWords[revocation] : ""),
  },
  { id: "visibility", header: "Page", kind: "text", value: ({ visibility }) => visibilityWords[visibility] },
  {
    id: "address",
    header: "Address",
    kind: "text",
    value: (each) => (hasPage(each) ? environment("PORTAL_ORIGIN") + certificatePath(each.certificate_id) : ""),
  },
  { id: "certificate_id", header: "Certificate", kind: "text", value: ({ certificate_id }) => certificate_id },
  {
    id: "name_asked",
    header: "Corrected name asked for",
    kind: "text",
    value: (each) => (isNameAsked(each) && each.correction ? fullName(each.correction) : ""),
  },
];

const parsed = (items: readonly (Item | undefined)[]): Certificate[] =>
  items.flatMap((item) => (item ? [Certificate.parse(item)] : []));

/** The certificates of an organization as its admins' list has them, newest first, as a table to hand out. */
export function certificatesSheet(
  organization: { readonly organization_id: string; readonly timezone: string },
  wanted: WantedCertificates,
): Sheet<Certificate> {
  const { status, search, from, to } = wanted;
  const { view, between, text, space, facets } = narrowingOf(organization, wanted);
  const found = () => findReferences({ space, text: text ?? "", limit: matchesMax, where: facets, between });
  async function* matches(): AsyncGenerator<SheetPage<Certificate>> {
    const { references, sorts } = await found();
    if (references.length > 0) yield { rows: parsed(await bulkGet(references)), after: sorts.at(-1)! };
  }
  return {
    title: "Certificates",
    subtitle: [
      status === "all" ? "All" : filterWords[status],
      ...(search ? [`“${search}”`] : []),
      ...(from && to ? [`${from} to ${to}`] : from ? [`since ${from}`] : to ? [`until ${to}`] : []),
    ].join(", "),
    fileName: "certificates",
    columns: columnsIn(organization.timezone),
    summaryLines: async () => [],
    total: async () => (text ? (await found()).total : between ? countItems({ pk: view, between }) : readTotal(view)),
    pages: (reading) =>
      text
        ? matches()
        : bulkRows({ view, between, ...reading }, async (listed) =>
            parsed(await bulkGet(listed.map(({ reference }) => reference))),
          ),
  };
}
