import { dateIn } from "../../shared/credential/rules.ts";
import type { ScechColumn, ScechProfile } from "../../shared/user/scech.ts";
import { bulkGet, bulkRows } from "../data/bulk.ts";
import { keys, views } from "../data/keys.ts";
import { readTotal } from "../data/list.ts";
import type { Column, Sheet } from "../sheets/sheet.ts";

interface Row extends ScechProfile {
  /** Hours as the revision that was earned says. */
  readonly hours: number;
  /** The day it was completed, as YYYY-MM-DD in the organization's time zone. */
  readonly completed_on: string;
}

const columns: Readonly<Record<ScechColumn, Omit<Column<Row>, "id">>> = {
  name: { header: "Name", kind: "text", value: ({ full_name }) => full_name },
  pic: { header: "PIC", kind: "text", value: ({ pic }) => pic },
  email: { header: "Email", kind: "text", value: ({ email }) => email },
  phone: { header: "Phone", kind: "text", value: ({ phone }) => phone },
  hours: { header: "Hours", kind: "plain", value: ({ hours }) => hours.toFixed(2) },
  date: { header: "Date", kind: "plain", value: ({ completed_on }) => completed_on },
};

/**
 * Who completed a credential under a revision that gives hours, and has a SCECH profile: what a sponsor hands to the
 * state. That it was handed in or accepted is nothing this knows or says.
 */
export function scechSheet(
  { cred_id, title }: { readonly cred_id: string; readonly title: string },
  wanted: readonly ScechColumn[],
): Sheet<Row> {
  const view = views.applicants(cred_id);
  return {
    title: "SCECH: eligible learners",
    subtitle: title,
    fileName: "scech-eligible-learners",
    columns: wanted.map((id) => ({ id, ...columns[id] })),
    summaryLines: async () => [],
    total: () => readTotal(view),
    pages: (reading) =>
      bulkRows({ view, ...reading }, async (listed) => {
        const applications = (await bulkGet(listed.map(({ reference }) => reference))).filter(
          (application) => application?.status === "completed",
        );
        const profiles = applications.map((each) => keys.scech(String(each!.user_id)));
        const revisions = applications.map((each) => keys.revision(cred_id, Number(each!.revision), "META"));
        const [credential, ...found] = await bulkGet([keys.credential(cred_id), ...profiles, ...revisions]);
        const dayOf = (at: unknown) => dateIn(String(credential?.timezone), Date.parse(String(at)));
        return applications.flatMap((application, index) => {
          const profile = found[index] as (ScechProfile & object) | undefined;
          const hours = Number(found[applications.length + index]?.scech ?? 0);
          return profile && hours > 0 ? [{ ...profile, hours, completed_on: dayOf(application!.completed_on) }] : [];
        });
      }),
  };
}
