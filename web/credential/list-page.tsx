import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useNavigate } from "react-router";
import type { CredentialRow } from "../../shared/credential/credential.ts";
import { editableParts, mayClose, mayCopy, mayDecide, mayRemove } from "../../shared/credential/rules.ts";
import type { Role } from "../../shared/permissions.ts";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { useSession } from "../session/session.tsx";
import type { Session } from "../session/session-store.ts";
import { ConfirmDialog } from "../ui/dialogs/confirm.tsx";
import { flash } from "../ui/dialogs/flash.ts";
import { Collection } from "../ui/lists/collection.tsx";
import { ListRow, ListTabs, ListToggle } from "../ui/lists/list-controls.tsx";
import type { RowAction } from "../ui/lists/row-menu.tsx";
import { useTab, useUrlState } from "../ui/lists/url-state.ts";
import { count } from "../ui/look/format.ts";
import { LightButton } from "../ui/look/light.tsx";
import "../content/credential/credential.css";
import { firstRowsOf } from "../ui/lists/kept-preferences.ts";
import { listColumns } from "./list-columns.tsx";
import { opensInWizard, ownDecision, viewerOf } from "./viewer.ts";

const DecideDialog = lazy(() => import("./decide-dialog.tsx"));

const CopyDialog = lazy(async () => ({ default: (await import("./copy-and-remove.tsx")).CopyDialog }));

const RemoveDialog = lazy(async () => ({ default: (await import("./copy-and-remove.tsx")).RemoveDialog }));

const SampleButton = lazy(async () => ({
  default: (await import("../content/credential/sample-button.tsx")).SampleButton,
}));

/** The tabs, each with what is said when nothing is in it. */
const tabs = [
  {
    id: "all",
    text: "All",
    total: "all",
    empty: {
      title: "No credentials yet",
      text: "A credential defines what learners submit, how it’s reviewed, and by whom.",
    },
  },
  {
    id: "draft",
    text: "Draft",
    total: "draft",
    empty: { title: "No drafts", text: "Credentials you haven’t sent for approval appear here." },
  },
  {
    id: "pending",
    text: "Pending",
    total: "submitted",
    empty: {
      title: "Nothing is waiting for approval",
      text: "Credentials appear here until they’re approved or rejected.",
    },
  },
  {
    id: "approved",
    text: "Approved",
    total: "published",
    empty: { title: "No approved credentials", text: "Approved credentials are open to learners and appear here." },
  },
  {
    id: "rejected",
    text: "Rejected",
    total: "rejected",
    empty: { title: "No rejected credentials", text: "Rejected credentials appear here with the reason." },
  },
] as const;

/** What is said to those to whom the usual words would not be true: publishers send nothing for approval. */
const emptyOf: Partial<Record<Role, Partial<Record<(typeof tabs)[number]["id"], { title: string; text: string }>>>> = {
  publisher: {
    draft: { title: "No drafts", text: "Credentials you haven’t published appear here." },
    pending: {
      title: "Nothing is waiting for approval",
      text: "Credentials issuers send for approval appear here.",
    },
    approved: {
      title: "No published credentials",
      text: "Published credentials are open to learners and appear here.",
    },
  },
  custom: {
    all: {
      title: "No credentials yet",
      text: "Credentials your organization publishes appear here, along with any you can edit.",
    },
  },
};

type Asked = { readonly what: "approve" | "reject" | "close" | "copy" | "remove"; readonly row: CredentialRow };

function actionsFor(session: Session, row: CredentialRow, ask: (asked: Asked) => void): RowAction[] {
  const { organization_id, cred_id, status } = row;
  const viewer = viewerOf(session, row);
  const actions: RowAction[] = [
    { id: "open", text: "View details", to: paths.credentialDetails(organization_id, cred_id) },
  ];
  if (viewer && mayCopy(viewer)) actions.push({ id: "copy", text: "Copy", onClick: () => ask({ what: "copy", row }) });
  if (viewer && mayRemove(viewer, status))
    actions.push({
      id: "remove",
      text: "Delete draft",
      destructive: true,
      onClick: () => ask({ what: "remove", row }),
    });
  if (opensInWizard(viewer, row))
    actions.push({ id: "edit", text: "Edit", to: paths.editCredentialStep(organization_id, cred_id, 0) });
  if (viewer && status === "submitted" && session.can(api.credential.approve)) {
    const disabledReason = mayDecide(viewer) ? undefined : ownDecision;
    actions.push({ id: "approve", text: "Approve", disabledReason, onClick: () => ask({ what: "approve", row }) });
    actions.push({ id: "reject", text: "Reject", disabledReason, onClick: () => ask({ what: "reject", row }) });
  }
  if (status === "published" || status === "closed") {
    if (session.can(api.credential.listApplicants))
      actions.push({ id: "learners", text: "Applicants", to: paths.credentialApplicants(cred_id) });
    if (viewer && editableParts(viewer, status).includes("reviewers"))
      actions.push({ id: "reviewers", text: "Change reviewers", to: paths.credentialReviewers(cred_id) });
    if (viewer && status === "published" && mayClose(viewer))
      actions.push({ id: "close", text: "Close", destructive: true, onClick: () => ask({ what: "close", row }) });
  }
  return actions;
}

/** `/credentials`: the organization's credentials by state. */
export function Page() {
  const session = useSession();
  return session.can(api.credential.list) ? <Credentials /> : <NoCredentials />;
}

/** What somebody is told whose role has no credentials to see. */
export function NoCredentials() {
  return (
    <div className="message-page">
      <h1>Credentials</h1>
      <p>Your role doesn’t include viewing credentials. Ask an admin if you need access.</p>
    </div>
  );
}

/** The credentials by state, as a page of its own or as a part of one. */
export function Credentials({ variant = "full-page" }: { readonly variant?: "full-page" | "container" }) {
  const session = useSession();
  const go = useNavigate();
  const [{ id: tab, total: wanted, empty }, setTab] = useTab(tabs);
  const [mine, setMine] = useUrlState("mine");
  const [searchText] = useUrlState("q");
  const [asked, setAsked] = useState<Asked>();
  const { organization_id, user } = session;
  const whose = { org_id: organization_id, ...(mine ? { user_id: user.user_id } : {}) };
  const { data: overview } = useQuery({
    ...api.credential.list.query({ ...firstRowsOf("credentials"), ...whose, status: tab }),
    placeholderData: keepPreviousData,
  });
  const totals = overview?.totals;
  const decision =
    asked && (asked.what === "approve" || asked.what === "reject")
      ? {
          what: asked.what,
          credential: {
            credential_id: asked.row.cred_id,
            organization_id: asked.row.organization_id,
            title: asked.row.title,
          },
        }
      : undefined;
  const mayCreate = session.can(api.credential.create);
  const create = (
    <LightButton primary onClick={() => void go(paths.createCredentialStep(0))}>
      Create credential
    </LightButton>
  );
  const firstSteps = (
    <ListRow>
      <Suspense fallback={null}>
        <SampleButton />
      </Suspense>
      {create}
    </ListRow>
  );
  return (
    <>
      <Collection
        name="credentials"
        title="Credentials"
        variant={variant}
        columns={listColumns}
        query={({ search, ...asked }) =>
          api.credential.list.query({ ...asked, ...whose, status: tab, ...(search ? { search } : {}) })
        }
        rows={({ credentials }) =>
          searchText === "" || wanted === "all" ? credentials : credentials.filter(({ status }) => status === wanted)
        }
        idOf={({ cred_id }) => cred_id}
        nameOf={({ title }) => title}
        search="Find credentials by title"
        filtered={mine !== ""}
        onClearFilters={() => setMine("")}
        filters={
          <ListRow>
            <ListTabs
              label="Filter credentials"
              selected={tab}
              options={tabs.map(({ id, text, total }) => ({
                id,
                text: `${text} (${totals ? count(totals[total]) : "…"})`, // as wide as it will be
              }))}
              onSelect={setTab}
            />
            <ListToggle label="Only mine" checked={mine !== ""} onChange={(checked) => setMine(checked ? "yes" : "")} />
          </ListRow>
        }
        actions={
          mayCreate && session.role === "issuer" ? (
            <ListRow>
              <LightButton onClick={() => void go(paths.jobs)}>Jobs</LightButton>
              {create}
            </ListRow>
          ) : mayCreate ? (
            create
          ) : undefined
        }
        empty={{
          ...(emptyOf[session.role ?? "learner"]?.[tab] ?? empty),
          ...(mayCreate ? { action: tab === "all" ? firstSteps : <div>{create}</div> } : {}),
        }}
        rowActions={(row) => actionsFor(session, row, setAsked)}
      />
      <Suspense fallback={null}>
        {decision ? <DecideDialog {...decision} onClose={() => setAsked(undefined)} /> : null}
        {asked?.what === "copy" ? <CopyDialog credential={asked.row} onClose={() => setAsked(undefined)} /> : null}
        {asked?.what === "remove" ? <RemoveDialog credential={asked.row} onClose={() => setAsked(undefined)} /> : null}
      </Suspense>
      {asked?.what === "close" ? <Close row={asked.row} onClose={() => setAsked(undefined)} /> : null}
    </>
  );
}

function Close({ row, onClose }: { readonly row: CredentialRow; readonly onClose: () => void }) {
  const { credential_id, organization_id, title } = row;
  return (
    <ConfirmDialog
      title={`Close “${title}”?`}
      confirm="Close credential"
      destructive
      onConfirm={async () => {
        await write(api.credential.close, { credential_id, organization_id });
        flash("success", `“${title}” was closed.`);
      }}
      onClose={onClose}
    >
      Learners can no longer apply, and you can’t reopen it. Work in progress can be finished, and certificates stay
      valid.
    </ConfirmDialog>
  );
}
