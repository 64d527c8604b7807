import { useRef } from "react";
import { offsetMax } from "../../../shared/http/paging.ts";

/** Which rows of a list a page is: by the cursor the page before told where it is known, else by offset. */
export interface Part {
  readonly limit: number;
  readonly offset?: number;
  readonly cursor?: string;
}

/** What a list call answers of its pages. */
export interface Paged {
  readonly total?: number;
  readonly cursor?: string | undefined;
}

/** The pages of one list, `limit` rows each, counted from 1. */
export interface Pages {
  /** The page shown when `asked` is wanted: further on than an offset reaches, one whose cursor is known. */
  readonly pageOf: (asked: number) => number;
  /** What to ask the call for. */
  readonly part: (page: number) => Part;
  /** Keeps where the next page begins. */
  readonly learn: (page: number, answer: Paged) => void;
  /** The last page an offset reaches. */
  readonly reach: number;
}

/** The pages of a list; `list` says which one it is, filters and all: another begins without cursors. */
export function usePages(list: string, limit: number): Pages {
  const known = useRef<{ list: string; at: Record<number, string> }>({ list, at: {} });
  if (known.current.list !== list) known.current = { list, at: {} };
  const { at } = known.current;
  const reach = Math.floor(offsetMax / limit) + 1;
  return {
    reach,
    pageOf(asked) {
      const page = Math.max(1, asked || 1);
      return at[page] ? page : Math.min(page, reach);
    },
    part(page) {
      const cursor = at[page];
      return cursor ? { limit, cursor } : { limit, offset: (page - 1) * limit };
    },
    learn(page, { cursor }) {
      if (cursor) at[page + 1] = cursor;
    },
  };
}
