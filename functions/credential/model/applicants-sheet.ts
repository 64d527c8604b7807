import type * as z from "zod";
import { dayIn } from "../../../shared/organization/timezone.ts";
import { dollars } from "../../../shared/platform/money.ts";
import { Application } from "../../../shared/submission/submission.ts";
import { bulkGet, bulkRows } from "../../data/bulk.ts";
import type { Key } from "../../data/keys/key.ts";
import { idOf } from "../../data/keys/key.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { submissionIndexes, submissionViews } from "../../data/keys/submission.ts";
import { inPeriod, periodWords, withinPeriod } from "../../data/period.ts";
import { findReferences, matchesMax } from "../../data/search.ts";
import type { Column, Sheet, SheetPage } from "../../sheets/sheet.ts";
import { type ShownPerson, shownPerson } from "../../user/model/shown-person.ts";

const Listed = Application.pick({
  application_id: true,
  status: true,
  price_cents: true,
  created_on: true,
  submitted_on: true,
  completed_on: true,
  completed_in: true,
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

/** Days are those of the organization: where it is, or was when somebody completed. */
const columnsIn = (
  timezone: string,
  day = (moment = "") => moment && dayIn(timezone, moment),
): readonly Column<Row>[] => [
  { id: "first_name", header: "First name", kind: "text", value: ({ first_name }) => first_name },
  { id: "last_name", header: "Last name", kind: "text", value: ({ last_name }) => last_name },
  { id: "email", header: "Email", kind: "text", value: ({ email }) => email },
  { id: "status", header: "Status", kind: "text", value: ({ status }) => statusWords[status] },
  { id: "applied", header: "Applied on", kind: "text", value: ({ created_on }) => day(created_on) },
  { id: "submitted", header: "Submitted on", kind: "text", value: ({ submitted_on }) => day(submitted_on) },
  {
    id: "completed",
    header: "Completed on",
    kind: "text",
    value: ({ completed_on, completed_in = timezone }) => (completed_on ? dayIn(completed_in, completed_on) : ""),
  },
  { id: "price", header: "Price", kind: "amount", value: ({ price_cents }) => dollars(price_cents).toFixed(2) },
  { id: "application_id", header: "Application", kind: "text", value: ({ application_id }) => application_id },
];

/** Who applied for a credential, of all time, a year or a month such as 2026-11, or whom a search finds, as a table to hand out. */
export function applicantsSheet(
  { cred_id, title, timezone }: { readonly cred_id: string; readonly title: string; readonly timezone: string },
  period: string | undefined,
  search?: string,
): Sheet<Row> {
  const view = (month?: string) => submissionViews.applicants(cred_id, month);
  const { total, ...whole } = inPeriod(view, "app", period);
  const found = (text: string) =>
    findReferences({
      space: submissionIndexes.applicants(cred_id),
      text,
      where: withinPeriod(period),
      limit: matchesMax,
    });
  async function* matches(text: string): AsyncGenerator<SheetPage<Row>> {
    const { references, sorts } = await found(text);
    const listed = references.map((reference, index) => ({ reference, sort: sorts[index]! }));
    if (listed.length > 0) yield { rows: await rowsOf(listed), after: sorts.at(-1)! };
  }
  return {
    title: "Applicants",
    subtitle: [title, periodWords(period), ...(search ? [`“${search}”`] : [])].join(", "),
    fileName: `applicants${period ? `-${period}` : ""}`,
    columns: columnsIn(timezone),
    summaryLines: async () => [],
    total: async () => (search ? (await found(search)).total : total()),
    pages: (reading) => (search ? matches(search) : bulkRows({ ...whole, ...reading }, rowsOf)),
  };
}

/** The applications that a list names, with their learners, whom the sort keys name. */
async function rowsOf(listed: readonly { readonly reference: Key; readonly sort: string }[]): Promise<Row[]> {
  const learners = listed.map(({ sort }) => organizationKeys.user(idOf(sort)));
  const found = await bulkGet([...listed.map(({ reference }) => reference), ...learners]);
  return listed.flatMap((_, index) => {
    const application = found[index];
    return application ? [{ ...Listed.parse(application), ...shownPerson(found[listed.length + index]) }] : [];
  });
}
