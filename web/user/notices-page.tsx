import { useQuery } from "@tanstack/react-query";
import { type ContextType, useContext } from "react";
import { Link } from "react-router";
import type { Notice } from "../../shared/user/notice.ts";
import type { OwnOrganization } from "../../shared/user/user.ts";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { organizationNameShown } from "../content/organization/organization-name.ts";
import { Opens } from "../session/opens.ts";
import { useSession } from "../session/session.tsx";
import { type Session, selectOrganization, sessionIn } from "../session/session-store.ts";
import { flash } from "../ui/dialogs/flash.ts";
import { unforeseen, useSubmit } from "../ui/forms/use-submit.ts";
import { Collection } from "../ui/lists/collection.tsx";
import type { Column } from "../ui/lists/columns.ts";
import { dateTime, relative } from "../ui/look/format.ts";
import { LightButton } from "../ui/look/light.tsx";
import { Status } from "../ui/look/status.tsx";

/**
 * The organization a notice's page has to be opened in when that is not the present one: the one it speaks of where the
 * person's role there has that page, else any other that has it while the present one has not.
 */
function placeOf(
  session: Session,
  opens: ContextType<typeof Opens>,
  { link = "", organization_id: about }: Notice,
): OwnOrganization | undefined {
  const { organization: present, user } = session;
  const there = user.organizations.find(({ organization_id }) => organization_id === about);
  const place = [there, present, ...user.organizations].find(
    (each) => each && opens(sessionIn(session, each.organization_id), link),
  );
  return place?.organization_id === present?.organization_id ? undefined : place;
}

/** `/notifications`: what happened, newest first. Following a notice reads it. */
export function Page() {
  const session = useSession();
  const opens = useContext(Opens);
  const unread = useQuery(api.user.countNotices.query({ unread: "true" })).data?.count;
  const markAll = useSubmit<void, unknown>({
    send: () => write(api.user.markNoticesRead, {}),
    explain: (error) => {
      flash("error", unforeseen(error));
      return undefined;
    },
  });
  const columns: readonly Column<Notice>[] = [
    {
      id: "what",
      header: "Event",
      names: true,
      width: 520,
      cell: (notice) => {
        const { notice_id, title, text, link, read: known } = notice;
        const place = link ? placeOf(session, opens, notice) : undefined;
        const reading = () =>
          known ? Promise.resolve() : write(api.user.markNoticesRead, { notice_ids: [notice_id] });
        return (
          <>
            {link ? (
              <Link
                className={known ? undefined : "row-link"}
                to={link}
                onClick={(event) => {
                  const done = reading().catch(() => undefined); // it stays new
                  if (!place) return;
                  event.preventDefault();
                  void done.then(() => selectOrganization(place.organization_id, link));
                }}
              >
                {title}
              </Link>
            ) : (
              <span>{title}</span>
            )}
            <div className="row-text">{text}</div>
            {place ? <div className="row-text">Opens in {organizationNameShown(place.organization_name)}.</div> : null}
          </>
        );
      },
    },
    {
      id: "when",
      header: "When",
      width: 340,
      cell: ({ created_on }) => (
        <>
          {dateTime(created_on)} <span className="unbroken">({relative(created_on)})</span>
        </>
      ),
    },
    {
      id: "read",
      header: "State",
      cell: ({ read: known }) =>
        known ? <Status status="complete" words="Read" /> : <Status status="open" words="New" />,
    },
  ];
  return (
    <Collection
      name="notices"
      title="Notifications"
      columns={columns}
      query={({ search: _, ...page }) => api.user.listNotices.query(page)}
      rows={({ notices }) => notices}
      idOf={({ notice_id }) => notice_id}
      actions={
        <LightButton busy={markAll.pending} disabled={unread === 0} onClick={() => void markAll.submit()}>
          Mark all as read
        </LightButton>
      }
      empty={{ title: "No notifications yet", text: "Updates about decisions, reviews, and payments appear here." }}
    />
  );
}
