import Box from "@cloudscape-design/components/box";
import Button from "@cloudscape-design/components/button";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type { CertificateRow } from "../../shared/certificate/calls.ts";
import { type CertificateStatus, certificateFilters } from "../../shared/certificate/certificate.ts";
import { filterWords, reasonWords, statusWords } from "../../shared/certificate/words.ts";
import { limitMax } from "../../shared/http/paging.ts";
import { defaultTimezone } from "../../shared/organization/timezone.ts";
import { fullName } from "../../shared/platform/full-name.ts";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { useExport } from "../content/payment/use-export.ts";
import { useSession } from "../session/session.tsx";
import { flash } from "../ui/dialogs/flash.ts";
import { Collection, RowLink } from "../ui/lists/collection.tsx";
import type { Column } from "../ui/lists/columns.ts";
import { ListRow, ListSelect } from "../ui/lists/list-controls.tsx";
import { daysOf, recentDays } from "../ui/lists/recent-days.ts";
import type { RowAction } from "../ui/lists/row-menu.tsx";
import { useUrlState } from "../ui/lists/url-state.ts";
import { momentThere } from "../ui/look/day-there.ts";
import { cut, date } from "../ui/look/format.ts";
import { type StatusKind, StatusText } from "../ui/look/status-text.tsx";
import { copyText } from "./certificate-sharing.ts";

const RevokeDialog = lazy(() => import("./revoke-dialog.tsx"));
const CorrectionDialog = lazy(() => import("./correction-dialog.tsx"));
const ReplaceDialog = lazy(() => import("./replace-dialog.tsx"));

const isGood = ({ status }: CertificateRow) => status !== "revoked" && status !== "replaced";

/** Others find it: its page is gone once it is hidden, erased or replaced, and not there yet while it is being signed. */
const hasPage = ({ status, visibility }: CertificateRow) =>
  visibility === "shown" && (status === "active" || status === "expired" || status === "revoked");

const looks: Readonly<Record<CertificateStatus, StatusKind>> = {
  awaitingSignature: "in-progress",
  active: "success",
  expired: "stopped",
  revoked: "error",
  replaced: "stopped",
};

function State({ row }: { readonly row: CertificateRow }) {
  const { status, visibility, valid_until, revoked_on, revocation, correction } = row;
  return (
    <>
      <StatusText kind={looks[status]}>{statusWords[status]}</StatusText>
      {revoked_on ? (
        <Box variant="small" color="text-body-secondary" display="block">
          {momentThere(revoked_on, row.earned_in)}
          {revocation && status === "revoked" ? `: ${reasonWords[revocation]}` : null}
        </Box>
      ) : null}
      {valid_until && (status === "active" || status === "awaitingSignature" || status === "expired") ? (
        <Box variant="small" color="text-body-secondary" display="block">
          {status === "expired" ? "Ended on" : "Valid until"} {momentThere(valid_until, row.earned_in)}
        </Box>
      ) : null}
      {correction ? (
        <Box variant="small" color="text-body-secondary" display="block">
          Corrected name asked for on {date(correction.asked_on)}
        </Box>
      ) : null}
      {visibility === "shown" ? null : (
        <Box variant="small" color="text-body-secondary" display="block">
          {visibility === "hidden" ? "Hidden by the learner" : "Removed with the learner’s account"}
        </Box>
      )}
    </>
  );
}

const columnsIn = (organization_id: string): readonly Column<CertificateRow>[] => [
  {
    id: "name",
    header: "Learner",
    names: true,
    width: 200,
    minWidth: 150,
    cell: (row) =>
      row.visibility === "erased" ? (
        fullName(row)
      ) : (
        <RowLink to={paths.profileOf(row.user_id)}>{fullName(row)}</RowLink>
      ),
  },
  {
    id: "title",
    header: "Credential",
    width: 280,
    minWidth: 180,
    cell: ({ cred_id, title }) => <RowLink to={paths.credentialDetails(organization_id, cred_id)}>{title}</RowLink>,
  },
  {
    id: "earned",
    header: "Earned on",
    sorts: true,
    date: true,
    width: 178,
    cell: ({ earned_on, earned_in }) => momentThere(earned_on, earned_in),
  },
  { id: "status", header: "Status", width: 240, minWidth: 180, cell: (row) => <State row={row} /> },
];

const options = certificateFilters.map((value) => ({ value, label: filterWords[value] }));

const days = recentDays("Earned");

async function copy(address: string): Promise<void> {
  const done = await copyText(location.origin + address);
  flash(done ? "success" : "error", done ? "Link copied." : "We couldn’t copy the link.");
}

/** `/certificates`: every certificate the organization issued, and what an admin may do about one. */
export function Page() {
  const { organization_id, organization } = useSession();
  const [credential_id, setCredential] = useUrlState("credential");
  const [earned, setEarned] = useUrlState("earned");
  const credentials = useQuery(
    api.credential.list.query({ org_id: organization_id, status: "all", limit: limitMax }),
  ).data?.credentials.filter(({ status }) => status === "published" || status === "closed");
  const narrowed = {
    ...(credential_id && { credential_id }),
    ...daysOf(earned, organization?.timezone ?? defaultTimezone),
  };
  const [asked, setStatus] = useUrlState("status", "all");
  const status = options.find(({ value }) => value === asked)?.value ?? "all";
  const [search] = useUrlState("q");
  const exported = useExport(api.certificate.exportList, "in the payment history");
  const [acting, setActing] = useState<{
    readonly act: "revoke" | "replace" | "decide";
    readonly row: CertificateRow;
  }>();
  const close = () => setActing(undefined);
  const clear = () => {
    setStatus("all");
    setCredential("");
    setEarned("");
  };

  const actionsOf = (row: CertificateRow): RowAction[] => [
    ...(hasPage(row)
      ? [
          { id: "open", text: "View certificate", onClick: () => void window.open(row.address, "_blank", "noopener") },
          { id: "copy", text: "Copy link", onClick: () => void copy(row.address) },
        ]
      : []),
    { id: "about", text: "View credential", to: paths.credentialDetails(organization_id, row.cred_id) },
    ...(row.correction
      ? [{ id: "decide", text: "View name request", onClick: () => setActing({ act: "decide", row }) }]
      : []),
    ...(isGood(row)
      ? [
          { id: "replace", text: "Correct the name", onClick: () => setActing({ act: "replace", row }) },
          { id: "revoke", text: "Revoke", destructive: true, onClick: () => setActing({ act: "revoke", row }) },
        ]
      : []),
  ];
  return (
    <>
      <Collection
        name="certificates"
        title="Certificates"
        description="Certificates your organization’s learners have earned. Anyone can verify a certificate its learner shares."
        columns={columnsIn(organization_id)}
        search="Find by learner or credential"
        query={(page) => api.certificate.list.query({ ...page, organization_id, status, ...narrowed })}
        rows={({ certificates }) => certificates}
        idOf={({ certificate_id }) => certificate_id}
        nameOf={(row) => `${fullName(row)}, ${row.title}`}
        rowActions={actionsOf}
        actions={
          <Button
            iconName="download"
            loading={exported.isPending}
            onClick={() => exported.mutate({ organization_id, status, ...narrowed, ...(search && { search }) })}
          >
            {search ? `Export “${cut(search, 20)}”` : "Export CSV"}
          </Button>
        }
        filters={
          <ListRow>
            <ListSelect label="Filter certificates" selected={status} options={options} onSelect={setStatus} />
            <ListSelect
              label="Credential"
              selected={credential_id}
              options={[
                { value: "", label: "All credentials" },
                ...(credentials ?? []).map((each) => ({ value: each.cred_id, label: each.title })),
              ]}
              onSelect={setCredential}
            />
            <ListSelect label="Date earned" selected={earned} options={days} onSelect={setEarned} />
          </ListRow>
        }
        filtered={status !== "all" || Object.keys(narrowed).length > 0}
        onClearFilters={clear}
        empty={{
          title: "No certificates yet",
          text: "Learners get a certificate when they complete one of your credentials.",
        }}
      />
      <Suspense>
        {acting?.act === "revoke" ? <RevokeDialog row={acting.row} onClose={close} /> : null}
        {acting?.act === "decide" && acting.row.correction ? (
          <CorrectionDialog row={acting.row} correction={acting.row.correction} onClose={close} />
        ) : null}
        {acting?.act === "replace" ? <ReplaceDialog row={acting.row} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
