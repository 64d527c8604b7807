import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation, useMatches } from "react-router";
import type { Notice } from "../../shared/user/notice.ts";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { useSession } from "../session/session.tsx";

interface OpenedPage {
  readonly pathname: string;
  readonly search: string;
  readonly organization_id: string;
  /** Its path names a thing. */
  readonly named: boolean;
}

/** Whether a page is the one thing's that a notice leads to: one that lists many need not show what it tells of. */
function isAbout({ pathname, search, organization_id, named }: OpenedPage, notice: Notice): boolean {
  const link = new URL(notice.link ?? "", location.origin);
  const asked = [...link.searchParams];
  const query = new URLSearchParams(search);
  if (link.pathname !== pathname || !asked.every(([name, value]) => query.get(name) === value)) return false;
  return named || (asked.length > 0 && notice.organization_id === organization_id);
}

/** Marks the notices that lead to the open page as read, however its person came there. `unread` is how many are new. */
export function useReadNotices(unread: number): void {
  const { pathname, search } = useLocation();
  const { organization_id } = useSession();
  const named = Object.keys(useMatches().at(-1)?.params ?? {}).length > 0;
  const { data, refetch } = useQuery({
    ...api.user.listNotices.query({ unread: "true", limit: 100 }),
    enabled: unread > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const known = data?.total;
  useEffect(() => {
    if (known !== undefined && unread > 0 && known !== unread) void refetch();
  }, [known, unread, refetch]);

  const page = { pathname, search, organization_id, named };
  const told = unread > 0 ? (data?.notices ?? []) : [];
  const ids = told.filter((notice) => !notice.read && isAbout(page, notice)).map(({ notice_id }) => notice_id);
  const opened = ids.join(",");
  useEffect(() => {
    if (opened === "") return;
    write(api.user.markNoticesRead, { notice_ids: opened.split(",") }).catch(() => undefined); // they stay new
  }, [opened]);
}
