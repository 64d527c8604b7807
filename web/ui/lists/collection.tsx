import { keepPreviousData, type QueryFunctionContext, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "react-router";
import { count } from "../look/format.ts";
import { LightButton } from "../look/light.tsx";
import { useTitle } from "../title.ts";
import { ListFilter, orderNames } from "./list-filter.tsx";
import { ListError, Nothing } from "./list-states.tsx";
import { type Paged, type Part, usePages } from "./pages.ts";
import { PhoneList, PhonePages } from "./phone-list.tsx";
import { RowCards, WaitingCards } from "./row-cards.tsx";
import type { RowAction } from "./row-menu.tsx";
import { useQueryChange, useUrlState } from "./url-state.ts";
import { useTablePreferences } from "./use-table-preferences.ts";
import { useWideList } from "./wide-list.ts";
import "./list.css";
import type { Column, Order, Orders } from "./columns.ts";

/** What a list call is asked for. */
export interface PageAsked extends Part {
  /** The words of the search box, when there are any. */
  readonly search?: string;
  /** Oldest first, where a column sorts. */
  readonly sort?: "oldest";
}

/** A list of one call: a table with search, pages, preferences and its state in the address. */
export interface CollectionProps<Row, Answer extends Paged> {
  /** Under this name the table's preferences are remembered. */
  readonly name: string;
  readonly title: string;
  readonly description?: ReactNode;
  readonly columns: readonly Column<Row>[];
  /** The call for a page: `(page) => api.credential.list.query({ ...page, status })`. */
  readonly query: (
    page: PageAsked,
    byDue: boolean,
  ) => {
    readonly queryKey: readonly unknown[];
    readonly queryFn: (context: QueryFunctionContext) => Promise<Answer>;
  };
  readonly rows: (answer: Answer) => readonly Row[];
  readonly idOf: (row: Row) => string;
  /** The words a row's menu is named with: "Actions for …". */
  readonly nameOf?: (row: Row) => string;
  readonly rowActions?: (row: Row) => readonly RowAction[];
  /** At the right of the header; one primary button at most. */
  readonly actions?: ReactNode;
  /** The words of a choice of order, where no column says what the order is by. */
  readonly orders?: Orders;
  /** The placeholder of the search box; without it there is none. */
  readonly search?: string;
  /** Tabs and selects beside the search box; keep their state with `useUrlState`. A function may count with the answer. */
  readonly filters?: ReactNode | ((answer: Answer | undefined) => ReactNode);
  /** Whether one of `filters` narrows the list, so that "nothing here" and "no match" differ. */
  readonly filtered?: boolean;
  readonly onClearFilters?: () => void;
  readonly empty: {
    readonly title: string;
    readonly text?: string;
    readonly action?: ReactNode;
    /** Nothing is ever here, so that no other filter would find more. */
    readonly always?: true;
  };
  /** What is said above the reason when the list could not be loaded. */
  readonly failure?: string;
  /** Whether the list is its page, as it is unless told, or a part of one: its title is a heading of that level. */
  readonly variant?: "full-page" | "container";
  readonly refreshEveryMs?: number;
  /** Stands below the list once its length is known, so that it does not jump. */
  readonly below?: ReactNode;
}

const ordersOf = (header: string): Orders => ({ newest: `${header}, newest first`, oldest: `${header}, oldest first` });

/** A list of things with its pages, filters, actions and the states around it. */
export function Collection<Row, Answer extends Paged>(props: CollectionProps<Row, Answer>) {
  const { columns, idOf, rowActions } = props;
  const [preferences, setPreferences] = useTablePreferences(props.name, columns);
  const [search, setSearch] = useUrlState("q");
  const [pageText, setPage] = useUrlState("page", "1");
  const limit = preferences.pageSize;
  const sorting = columns.find(({ sorts }) => sorts);
  const [sort, setSort] = useUrlState("sort");
  const setOldestFirst = (oldest: boolean) => setSort(oldest ? "oldest" : "");
  const words = {
    ...(search === "" ? {} : { search }),
    ...((sorting ?? props.orders) && sort === "oldest" ? { sort: "oldest" as const } : {}),
  };
  const usual: Order = props.orders?.usual ?? "newest";
  const order = orderNames.find((name) => name === sort && (name !== "due" || props.orders?.due)) ?? usual;
  const byDue = order === "due";
  const list = JSON.stringify(props.query({ limit, offset: 0, ...words }, byDue).queryKey);
  const { pageOf, part, learn, reach } = usePages(list, limit);
  const page = pageOf(Number.parseInt(pageText, 10));

  const answer = useQuery({
    ...props.query({ ...part(page), ...words }, byDue),
    placeholderData: keepPreviousData,
    ...(props.refreshEveryMs ? { refetchInterval: props.refreshEveryMs } : {}),
  });
  const rows = answer.data ? props.rows(answer.data) : [];
  const total = answer.data?.total;
  if (answer.data && !answer.isPlaceholderData) learn(page, answer.data);
  const pages = total === undefined ? page + (answer.data?.cursor ? 1 : 0) : Math.max(1, Math.ceil(total / limit));
  /** Pages beyond reach are got to one by one, by the cursor of the page before. */
  const numbered = Math.min(pages, Math.max(reach, page));
  const changeQuery = useQueryChange();
  const last = answer.data && !answer.isPlaceholderData ? Math.min(page, pages) : page;
  useEffect(() => {
    if (String(last) === pageText) return;
    changeQuery(
      (query) => {
        if ((query.get("page") ?? "1") !== pageText) return; // another page is being opened
        if (last === 1) query.delete("page");
        else query.set("page", String(last));
      },
      { replace: true },
    );
  }, [last, pageText, changeQuery]);

  const narrowed = !props.empty.always && (search !== "" || props.filtered === true);
  const place = useRef<HTMLHeadingElement>(null);
  const clear = () => {
    setSearch("");
    props.onClearFilters?.();
    place.current?.focus(); // the button that had the focus goes away
  };
  const empty = answer.isError ? (
    <ListError error={answer.error} header={props.failure} onAgain={() => void answer.refetch()} />
  ) : narrowed ? (
    <Nothing
      title="No matches"
      text="Try different filters or search terms."
      action={<LightButton onClick={clear}>Clear filters</LightButton>}
    />
  ) : (
    <Nothing {...props.empty} />
  );

  const wide = useWideList();
  const asTable = wide !== undefined;
  const wasTable = useRef(asTable);
  useEffect(() => {
    if (wasTable.current === asTable) return;
    wasTable.current = asTable;
    // what had the focus, as in an open sheet, is not drawn any more
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  }, [asTable]);
  const fullPage = props.variant !== "container";
  useTitle(fullPage ? props.title : undefined);
  const shown = preferences.contentDisplay.flatMap(
    ({ id, visible }) => (visible && columns.find((column) => column.id === id)) || [],
  );
  const menu =
    rowActions &&
    ((row: Row) => ({ actions: rowActions(row), label: `Actions for ${props.nameOf?.(row) ?? idOf(row)}` }));
  const heading = {
    place,
    title: props.title,
    counter: total === undefined ? (answer.isPending ? "(…)" : undefined) : `(${count(total)})`,
    description: props.description,
    actions: props.actions,
  };
  /** On a phone no column's header is there to sort by. */
  const orders = props.orders ?? (!wide && sorting ? ordersOf(sorting.header) : undefined);
  const filter =
    props.search || props.filters || orders ? (
      <ListFilter
        search={props.search}
        words={search}
        onWords={setSearch}
        found={wide ? total : undefined}
        filters={typeof props.filters === "function" ? props.filters(answer.data) : props.filters}
        counting={typeof props.filters === "function"}
        orders={orders}
        order={order}
        onOrder={(chosen) => setSort(chosen === usual ? "" : chosen)}
      />
    ) : undefined;
  const openPage = (number: number) => setPage(String(number));
  const below = props.below && !answer.isPending ? <div className="below-list">{props.below}</div> : null;

  if (!wide) {
    return (
      <PhoneList
        {...heading}
        level={fullPage ? 1 : 2}
        loading={answer.isPending}
        found={total}
        filter={filter}
        pagination={
          answer.isPending || pages < 2 ? null : (
            <PhonePages title={props.title} page={page} pages={pages} onPage={openPage} />
          )
        }
        below={below}
      >
        {answer.isPending ? (
          <WaitingCards label={`Loading ${props.title.toLowerCase()}`} />
        ) : answer.isError || rows.length === 0 ? (
          <div className="row-card">{empty}</div>
        ) : (
          <RowCards title={props.title} columns={shown} rows={rows} idOf={idOf} menu={menu} />
        )}
      </PhoneList>
    );
  }
  return (
    <>
      <wide.table.CollectionTable<Row>
        {...heading}
        level={fullPage ? "h1" : "h2"}
        columns={columns}
        shown={shown}
        rows={answer.isError ? [] : rows}
        idOf={idOf}
        menu={menu}
        loading={answer.isPending}
        preferences={preferences}
        onPreferences={setPreferences}
        sorting={sorting}
        oldestFirst={sort === "oldest"}
        onOldestFirst={setOldestFirst}
        empty={empty}
        filter={filter}
        pages={{ page, numbered, openEnd: pages > numbered, onPage: openPage }}
      />
      {below}
    </>
  );
}

/** A link within the portal, for cells that lead to a page. */
export function RowLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <Link className="row-link" to={to}>
      {children}
    </Link>
  );
}
