import { dayIn } from "../../../shared/organization/timezone.ts";
import { Application } from "../../../shared/submission/submission.ts";
import { type ScechColumn, ScechProfile } from "../../../shared/user/scech.ts";
import { bulkGet, bulkRows } from "../../data/bulk.ts";
import { credentialKeys } from "../../data/keys/credential.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { submissionViews } from "../../data/keys/submission.ts";
import { readTotal } from "../../data/list.ts";
import { OrganizationRecord } from "../../organization/model/record.ts";
import type { Column, Sheet } from "../../sheets/sheet.ts";

/** What the sheet needs of an application. */
const Completed = Application.pick({ user_id: true, revision: true, completed_on: true, completed_in: true });

interface Row extends ScechProfile {
  /** Hours as the revision that was earned says. */
  readonly hours: number;
  /** The day it was completed, as YYYY-MM-DD in the organization's time zone. */
  readonly completed_on: string;
}

const columns: Readonly<Record<ScechColumn, Omit<Column<Row>, "id">>> = {
  name: { header: "Name", kind: "text", value: ({ full_name }) => full_name },
  pic: { header: "PIC", kind: "digits", value: ({ pic }) => pic },
  email: { header: "Email", kind: "text", value: ({ email }) => email },
  phone: { header: "Phone", kind: "digits", value: ({ phone }) => phone },
  hours: { header: "Hours", kind: "amount", value: ({ hours }) => hours.toFixed(2) },
  date: { header: "Date", kind: "text", value: ({ completed_on }) => completed_on },
};

/**
 * Who completed a credential under a revision that gives hours, and has a SCECH profile: what a sponsor hands to the
 * state. That it was handed in or accepted is nothing this knows or says.
 */
export function scechSheet(
  { cred_id, title }: { readonly cred_id: string; readonly title: string },
  wanted: readonly ScechColumn[],
): Sheet<Row> {
  const view = submissionViews.applicants(cred_id);
  return {
    title: "SCECH: eligible learners",
    subtitle: title,
    fileName: "scech-eligible-learners",
    columns: wanted.map((id) => ({ id, ...columns[id] })),
    summaryLines: async () => [],
    total: () => readTotal(view),
    pages: (reading) =>
      bulkRows({ view, ...reading }, async (listed) => {
        const items = await bulkGet(listed.map(({ reference }) => reference));
        const completed = items.filter((item) => item?.status === "completed").map((item) => Completed.parse(item));
        const profiles = completed.map(({ user_id }) => organizationKeys.scech(user_id));
        const revisions = completed.map(({ revision }) => credentialKeys.revision(cred_id, revision, "META"));
        const [credential, ...found] = await bulkGet([credentialKeys.credential(cred_id), ...profiles, ...revisions]);
        const [place] = await bulkGet([organizationKeys.organization(String(credential?.organization_id))]);
        const timezone = place ? OrganizationRecord.parse(place).timezone : String(credential?.timezone);
        return completed.flatMap(({ completed_on = "", completed_in = timezone }, index) => {
          const profile = found[index] && ScechProfile.parse(found[index]);
          const hours = Number(found[completed.length + index]?.scech ?? 0);
          return profile && hours > 0 ? [{ ...profile, hours, completed_on: dayIn(completed_in, completed_on) }] : [];
        });
      }),
  };
}
