import Box from "@cloudscape-design/components/box";
import Button from "@cloudscape-design/components/button";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { Notice } from "../../shared/user/notice.ts";
import { api } from "../api/client.ts";
import { Collection, type Column } from "../ui/collection.tsx";
import { dateTime, relative } from "../ui/format.ts";
import { Status } from "../ui/status.tsx";

/** `/notifications`: what happened, newest first. Following a notice reads it. */
export function Page() {
  const unread = useQuery(api.user.countNotices.query({ unread: "true" })).data?.count;
  const read = useMutation(api.user.markNoticesRead.mutation());
  const columns: readonly Column<Notice>[] = [
    {
      id: "what",
      header: "What happened",
      names: true,
      width: 520,
      cell: ({ notice_id, title, text, link, read: known }) => (
        <>
          {link ? (
            <Link
              className={known ? undefined : "row-link"}
              to={link}
              onClick={() => !known && read.mutate({ notice_ids: [notice_id] })}
            >
              {title}
            </Link>
          ) : (
            <span>{title}</span>
          )}
          <Box color="text-body-secondary">{text}</Box>
        </>
      ),
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
        <Button loading={read.isPending} disabled={unread === 0} onClick={() => read.mutate({})}>
          Mark all as read
        </Button>
      }
      empty={{ title: "Nothing has happened yet", text: "Decisions, reviews and payments are told here." }}
    />
  );
}
