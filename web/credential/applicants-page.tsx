import Box from "@cloudscape-design/components/box";
import { useSuspenseQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import type * as z from "zod";
import type { Applicant } from "../../shared/credential/applicant-calls.ts";
import { editableParts } from "../../shared/credential/rules.ts";
import { fullName } from "../../shared/platform/full-name.ts";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { credentialQuery, loadCredential } from "../content/credential/load.ts";
import { useExport } from "../content/payment/use-export.ts";
import { useSession } from "../session/session.tsx";
import { Collection } from "../ui/lists/collection.tsx";
import type { Column } from "../ui/lists/columns.ts";
import { ListActions } from "../ui/lists/list-actions.tsx";
import { ListRow, ListSelect } from "../ui/lists/list-controls.tsx";
import type { RowAction } from "../ui/lists/row-menu.tsx";
import { useUrlState } from "../ui/lists/url-state.ts";
import { Breakable } from "../ui/look/breakable.tsx";
import { momentThere } from "../ui/look/day-there.ts";
import { cut, date, dateTime, money } from "../ui/look/format.ts";
import { Status } from "../ui/look/status.tsx";
import { ScechDialog } from "./scech-dialog.tsx";
import { viewerOf } from "./viewer.ts";

const ReassignDialog = lazy(() => import("../content/review/reassign-dialog.tsx"));

type Row = z.infer<typeof Applicant>;

const nameOf = (row: Row) => fullName(row) || row.email;
const stateWords: Readonly<Record<string, string>> = { applied: "Waiting for payment", ready: "Not started" };

function State({ status }: { readonly status: string }) {
  const words = stateWords[status];
  return words ? <Status status="pending" words={words} /> : <Status status={status} />;
}

const badgeLooks = {
  waiting: ["pending", "Waiting"],
  failed: ["rejected", "Failed"],
  "given-up": ["closed", "Not awarded"],
  revoking: ["pending", "Being revoked"],
  "not-revoked": ["rejected", "Still valid"],
  revoked: ["closed", "Revoked"],
} as const;

/** How far the badge has come; while it is not awarded, or not revoked, why, and when it is tried again. */
function BadgeState({ badge }: Pick<Row, "badge">) {
  if (!badge) return <>–</>;
  const { status, reason, awarded_on, next_try_on } = badge;
  if (status === "awarded") return <Status status="completed" words={`Awarded on ${date(awarded_on ?? "")}`} />;
  const [look, words] = badgeLooks[status];
  return (
    <>
      <Status status={look} words={words} />
      <Box variant="small" color="text-body-secondary" display="block">
        {reason ?? (status === "waiting" ? "Usually awarded within a few minutes." : null)}{" "}
        {status === "failed" || status === "not-revoked"
          ? `Fix this at the badge service. We’ll try again on ${dateTime(next_try_on)}.`
          : null}
      </Box>
    </>
  );
}

const columns: readonly Column<Row>[] = [
  {
    id: "name",
    header: "Learner",
    names: true,
    width: 160,
    minWidth: 140,
    cell: (row) => nameOf(row),
  },
  {
    id: "status",
    header: "Status",
    width: 200,
    minWidth: 145,
    line: 200,
    cell: ({ status }) => <State status={status} />,
  },
  { id: "email", header: "Email", width: 210, minWidth: 200, cell: ({ email }) => <Breakable address={email} /> },
  {
    id: "applied",
    header: "Applied on",
    sorts: true,
    date: true,
    width: 178,
    cell: ({ applied_on }) => date(applied_on),
  },
  {
    id: "submitted",
    header: "Submitted on",
    hidden: true,
    date: true,
    width: 178,
    cell: ({ submitted_on }) => date(submitted_on) || "–",
  },
  {
    id: "completed",
    header: "Completed on",
    date: true,
    width: 178,
    cell: ({ completed_on, completed_in }) => momentThere(completed_on, completed_in) || "–",
  },
  { id: "badge", header: "Badge", width: 150, hidden: "narrow", cell: ({ badge }) => <BadgeState badge={badge} /> },
  {
    id: "price",
    header: "Price",
    hidden: true,
    align: "end",
    width: 110,
    minWidth: 106,
    cell: ({ price }) => (price === 0 ? "Free" : money(price)),
  },
];

/** What was handed in has a review. */
const reviewOf = ({ credential_job_id }: Row): RowAction[] =>
  credential_job_id ? [{ id: "review", text: "View review", to: paths.job(credential_job_id) }] : [];

/** Work that a reviewer has in hand may be given to another. */
const reassigningOf = ({ status, credential_job_id }: Row, take: (credential_job_id: string) => void): RowAction[] =>
  status === "reviewing" && credential_job_id
    ? [{ id: "reassign", text: "Reassign", onClick: () => take(credential_job_id) }]
    : [];

const months = Array.from({ length: 12 }, (_, index) => ({
  value: String(index + 1),
  label: new Intl.DateTimeFormat("en-US", { month: "long", timeZone: "UTC" }).format(Date.UTC(2026, index, 15)),
}));

export const load = loadCredential;

/** `/credential/:id/lerners`: who has applied for a credential, and how far each has come. */
export function Page() {
  const { id = "" } = useParams();
  const session = useSession();
  const { organization_id } = session;
  const go = useNavigate();
  const [year, setYear] = useUrlState("year");
  const [month, setMonth] = useUrlState("month");
  const [search] = useUrlState("q");
  const { data: credential } = useSuspenseQuery(credentialQuery(organization_id, id));

  const viewer = viewerOf(session, credential);
  const since = new Date(credential.created_on).getUTCFullYear();
  const now = new Date().getUTCFullYear();
  const years = Array.from({ length: now - since + 1 }, (_, index) => String(now - index));
  const yearOptions = [{ value: "", label: "All years" }, ...years.map((value) => ({ value, label: value }))];
  const monthOptions = [{ value: "", label: "All months" }, ...months];
  const exported = useExport(api.credential.exportApplicants, "in the payment history");
  const exportedScech = useExport(api.user.exportScech, "in the payment history");
  const [choosing, setChoosing] = useState(false);
  const [taken, setTaken] = useState<string>();
  const period = year ? { year: Number(year), ...(month ? { month: Number(month) } : {}) } : {};
  const clear = () => {
    setYear("");
    setMonth("");
  };
  return (
    <>
      <Link className="back-link" to={paths.credentialDetails(credential.organization_id, id)}>
        ← {credential.title}
      </Link>
      <Collection
        name="applicants"
        title="Applicants"
        description={`Learners who applied for “${credential.title}”.`}
        columns={columns}
        search="Find by name or email"
        query={(page) =>
          api.credential.listApplicants.query({
            ...page,
            organization_id,
            cred_id: id,
            ...period,
          })
        }
        rows={({ applicants }) => applicants}
        idOf={({ application_id }) => application_id}
        nameOf={nameOf}
        rowActions={(row) => [...reviewOf(row), ...reassigningOf(row, setTaken)]}
        actions={
          <ListActions
            actions={[
              ...(viewer && editableParts(viewer, credential.status).includes("reviewers")
                ? [
                    {
                      id: "reviewers",
                      text: "Change reviewers",
                      onClick: () => void go(paths.credentialReviewers(id)),
                    },
                  ]
                : []),
              ...(credential.credential_details.scech > 0
                ? [{ id: "scech", text: "SCECH list", onClick: () => setChoosing(true) }]
                : []),
              {
                id: "export",
                text: search ? `Export “${cut(search, 20)}”` : "Export CSV",
                busy: exported.isPending,
                onClick: () => exported.mutate({ organization_id, cred_id: id, ...period, ...(search && { search }) }),
              },
            ]}
          />
        }
        filtered={year !== ""}
        onClearFilters={clear}
        filters={
          <ListRow>
            <ListSelect
              label="Year"
              selected={year}
              options={yearOptions}
              onSelect={(chosen) => {
                setYear(chosen);
                if (chosen === "") setMonth("");
              }}
            />
            <ListSelect
              label="Month"
              selected={month}
              disabled={year === ""}
              options={monthOptions}
              onSelect={setMonth}
            />
          </ListRow>
        }
        empty={{
          title: "No applicants yet",
          text: "Learners can find a credential in Browse credentials once it’s approved.",
        }}
      />
      {taken ? (
        <Suspense fallback={null}>
          <ReassignDialog
            jobs={[{ credential_job_id: taken, organization_id, title: credential.title }]}
            onClose={() => setTaken(undefined)}
          />
        </Suspense>
      ) : null}
      {choosing ? (
        <ScechDialog
          busy={exportedScech.isPending}
          onClose={() => setChoosing(false)}
          onExport={(columns) =>
            exportedScech.mutate(
              { organization_id, credential_id: id, columns },
              { onSettled: () => setChoosing(false) },
            )
          }
        />
      ) : null}
    </>
  );
}
