import Button from "@cloudscape-design/components/button";
import ButtonDropdown from "@cloudscape-design/components/button-dropdown";
import Header from "@cloudscape-design/components/header";
import Pagination from "@cloudscape-design/components/pagination";
import type { TableProps } from "@cloudscape-design/components/table";
import { keepPreviousData, type QueryFunctionContext, useQuery } from "@tanstack/react-query";
import { type ReactNode, use, useEffect } from "react";
import { Link, useNavigate } from "react-router";
import { count } from "./format.ts";
import { ListFilter } from "./list-filter.tsx";
import { ListError, Nothing } from "./list-states.tsx";
import { showWith } from "./page-scripts.ts";
import { type Paged, type Part, usePages } from "./pages.ts";
import { RowCards, WaitingCards } from "./row-cards.tsx";
import { useTitle } from "./title.ts";
import { useQueryChange, useUrlState } from "./url-state.ts";
import { useTablePreferences } from "./use-table-preferences.ts";
import { deviceOf, useDevice } from "./width.ts";

type TableModule = typeof import("./collection-table.tsx");
let table: TableModule | undefined;
let asked: Promise<TableModule> | undefined;
const loadTable = (): Promise<TableModule> =>
  (asked ??= import("./collection-table.tsx").then((loaded) => (table = loaded)));

/** Phones show cards and load no table. */
if (deviceOf(window.innerWidth) !== "mobile") showWith(loadTable());

/** A column. Numbers and money stand at the right in tabular figures with `align: "end"`. */
export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: "end";
  readonly width?: number;
  readonly minWidth?: number;
  /** Names the row for screen readers; cannot be hidden. */
  readonly names?: true;
  /** By this the server sorts: newest first, or at a press on its header oldest first. One column of a list at most. */
  readonly sorts?: true;
  /** Its cells are dates, which stay on one line where there is room. */
  readonly date?: true | "weekday";
  /** Hidden until somebody asks for it: everywhere, or where the window is narrower than a desktop's. */
  readonly hidden?: true | "narrow";
}

/** Something to do with one row, in its menu. */
export interface RowAction {
  readonly id: string;
  readonly text: string;
  readonly to?: string;
  readonly onClick?: () => void;
  /** Something is lost by it, and its entry looks like that. */
  readonly destructive?: boolean;
  /** Why it cannot be done now. */
  readonly disabledReason?: string | undefined;
}

/** What a list call is asked for. */
export interface PageAsked extends Part {
  /** The words of the search box, when there are any. */
  readonly search?: string;
  /** Oldest first, where a column sorts. */
  readonly sort?: "oldest";
}

/** The words of a choice of order; `due` by the day things are due on, where the list's call knows that. */
export interface Orders {
  readonly newest: string;
  readonly oldest: string;
  readonly due?: string;
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
  readonly empty: { readonly title: string; readonly text?: string; readonly action?: ReactNode };
  /** What is said above the reason when the list could not be loaded. */
  readonly failure?: string;
  readonly variant?: TableProps.Variant;
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
  const byDue = props.orders?.due !== undefined && sort === "due";
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

  const narrowed = search !== "" || props.filtered === true;
  const clear = () => {
    setSearch("");
    props.onClearFilters?.();
  };
  const empty = answer.isError ? (
    <ListError error={answer.error} header={props.failure} onAgain={() => void answer.refetch()} />
  ) : narrowed ? (
    <Nothing
      title="No matches"
      text="Try different filters or search terms."
      action={<Button onClick={clear}>Clear filters</Button>}
    />
  ) : (
    <Nothing {...props.empty} />
  );

  const phone = useDevice() === "mobile"; // and a table's widths are reckoned anew when the device changes
  const fullPage = props.variant === undefined || props.variant === "full-page";
  useTitle(fullPage ? props.title : undefined);
  const shown = preferences.contentDisplay.flatMap(
    ({ id, visible }) => (visible && columns.find((column) => column.id === id)) || [],
  );
  const menu =
    rowActions &&
    ((row: Row) => <RowMenu actions={rowActions(row)} label={`Actions for ${props.nameOf?.(row) ?? idOf(row)}`} />);
  const header = (
    <Header
      variant={fullPage ? "h1" : "h2"}
      counter={total === undefined ? (answer.isPending ? "(…)" : undefined) : `(${count(total)})`}
      description={props.description}
      actions={phone ? undefined : props.actions}
    >
      {props.title}
    </Header>
  );
  /** On a phone no column's header is there to sort by. */
  const orders = props.orders ?? (phone && sorting ? ordersOf(sorting.header) : undefined);
  const filter = (
    <ListFilter
      search={props.search}
      words={search}
      onWords={setSearch}
      found={total}
      filters={typeof props.filters === "function" ? props.filters(answer.data) : props.filters}
      counting={typeof props.filters === "function"}
      orders={orders}
      order={byDue ? "due" : sort === "oldest" ? "oldest" : "newest"}
      onOrder={(order) => setSort(order === "newest" ? "" : order)}
    />
  );
  const pagination = (
    <Pagination
      currentPageIndex={page}
      pagesCount={numbered}
      openEnd={pages > numbered}
      disabled={answer.isPending}
      onChange={({ detail }) => setPage(String(detail.currentPageIndex))}
      ariaLabels={{
        paginationLabel: `Pages of ${props.title.toLowerCase()}`,
        nextPageLabel: "Next page",
        previousPageLabel: "Previous page",
        pageLabel: (number) => `Page ${number}`,
      }}
    />
  );
  const below = props.below && !answer.isPending ? <div className="below-list">{props.below}</div> : null;

  if (phone) {
    return (
      <section className="phone-list" aria-label={props.title} aria-busy={answer.isPending}>
        {header}
        {filter}
        {answer.isPending ? (
          <WaitingCards label={`Loading ${props.title.toLowerCase()}`} />
        ) : answer.isError || rows.length === 0 ? (
          <div className="row-card">{empty}</div>
        ) : (
          <RowCards title={props.title} columns={shown} rows={rows} idOf={idOf} menu={menu} />
        )}
        {answer.isPending || pages < 2 ? null : pagination}
        {below}
        {props.actions ? <div className="thumb-bar">{props.actions}</div> : null}
      </section>
    );
  }

  const { CollectionTable } = table ?? use(loadTable());
  return (
    <>
      <CollectionTable<Row>
        title={props.title}
        variant={props.variant ?? "full-page"}
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
        header={header}
        filter={props.search || props.filters || orders ? filter : undefined}
        pagination={pagination}
      />
      {below}
    </>
  );
}

/** A row's menu. */
export function RowMenu({ actions, label }: { readonly actions: readonly RowAction[]; readonly label: string }) {
  const go = useNavigate();
  if (actions.length === 0) return null;
  return (
    <ButtonDropdown
      variant="icon"
      expandToViewport
      ariaLabel={label}
      items={actions.map(({ id, text, destructive, disabledReason }) => ({
        id: destructive ? `destructive-${id}` : id,
        text,
        disabled: disabledReason !== undefined,
        disabledReason,
      }))}
      onItemClick={({ detail }) => {
        const action = actions.find(({ id, destructive }) => (destructive ? `destructive-${id}` : id) === detail.id);
        if (action?.to) void go(action.to);
        else action?.onClick?.();
      }}
    />
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
