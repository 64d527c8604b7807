import type * as z from "zod";
import { dollars } from "../../../shared/platform/money.ts";
import { Application } from "../../../shared/submission/submission.ts";
import { bulkGet, bulkRows } from "../../data/bulk.ts";
import { idOf, keys, views } from "../../data/keys.ts";
import { readTotal } from "../../data/list.ts";
import type { Column, Sheet } from "../../sheets/sheet.ts";
import { type ShownPerson, shownPerson } from "../../user/model/shown-person.ts";

const Listed = Application.pick({
  application_id: true,
  status: true,
  price_cents: true,
  created_on: true,
  submitted_on: true,
  completed_on: true,
});
type Row = z.infer<typeof Listed> & ShownPerson;

const statusWords: Readonly<Record<Application["status"], string>> = {
  applied: "Waiting for payment",
  ready: "Not started",
  draft: "Draft",
  submitted: "Submitted",
  reviewing: "In review",
  revisionNeeded: "Revision needed",
  completed: "Completed",
  closed: "Closed",
};

const day = (text: string | undefined) => text?.slice(0, 10) ?? "";
const columns: readonly Column<Row>[] = [
  { id: "first_name", header: "First name", kind: "text", value: ({ first_name }) => first_name },
  { id: "last_name", header: "Last name", kind: "text", value: ({ last_name }) => last_name },
  { id: "email", header: "Email", kind: "text", value: ({ email }) => email },
  { id: "status", header: "Status", kind: "text", value: ({ status }) => statusWords[status] },
  { id: "applied", header: "Applied on", kind: "text", value: ({ created_on }) => day(created_on) },
  { id: "submitted", header: "Submitted on", kind: "text", value: ({ submitted_on }) => day(submitted_on) },
  { id: "completed", header: "Completed on", kind: "text", value: ({ completed_on }) => day(completed_on) },
  { id: "price", header: "Price", kind: "amount", value: ({ price_cents }) => dollars(price_cents).toFixed(2) },
  { id: "application_id", header: "Application", kind: "text", value: ({ application_id }) => application_id },
];

/** Who applied for a credential, of all time, a year or a month such as 2026-11, as a table to hand out. */
export function applicantsSheet(
  { cred_id, title }: { readonly cred_id: string; readonly title: string },
  period: string | undefined,
): Sheet<Row> {
  const view = views.applicants(cred_id, period);
  return {
    title: "Applicants",
    subtitle: `${title}, ${period ?? "all time"}`,
    fileName: `applicants${period ? `-${period}` : ""}`,
    columns,
    summaryLines: async () => [],
    total: () => readTotal(view),
    pages: (reading) =>
      bulkRows({ view, ...reading }, async (listed) => {
        const learners = listed.map(({ sort }) => keys.user(idOf(sort)));
        const found = await bulkGet([...listed.map(({ reference }) => reference), ...learners]);
        return listed.flatMap((_, index) => {
          const application = found[index];
          return application ? [{ ...Listed.parse(application), ...shownPerson(found[listed.length + index]) }] : [];
        });
      }),
  };
}
