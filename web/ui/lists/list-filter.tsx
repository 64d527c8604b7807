import type { ReactNode } from "react";
import { count } from "../look/format.ts";
import type { Order, Orders } from "./columns.ts";
import { ListSelect, Narrowing, useNarrowing } from "./list-controls.tsx";
import { SearchBox } from "./search-box.tsx";

/** The orders that a list may have. */
export const orderNames: readonly Order[] = ["due", "newest", "oldest"];

/** What narrows and orders a list: the search box, its own filters, and the order where no column's header tells it. */
export function ListFilter({
  search,
  words,
  onWords,
  found,
  filters,
  counting,
  orders,
  order,
  onOrder,
}: {
  /** The placeholder of the search box; without it there is none. */
  readonly search: string | undefined;
  readonly words: string;
  readonly onWords: (words: string) => void;
  /** How many things there are, once that is known, where the box is to say so. */
  readonly found: number | undefined;
  readonly filters: ReactNode;
  /** The filters say how many each would show. */
  readonly counting: boolean;
  readonly orders: Orders | undefined;
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
}) {
  useNarrowing("Search", words === "" ? undefined : `“${words}”`);
  const apart = search !== undefined && counting; // filters that count grow with the answer: on a line of their own they push nothing
  return (
    <div className={apart ? "list-filter list-filter-apart" : "list-filter"}>
      {search ? (
        <div className="search-box">
          <SearchBox
            label={search}
            words={words}
            onWords={onWords}
            countText={words !== "" && found !== undefined ? `${count(found)} found` : ""}
          />
        </div>
      ) : null}
      {filters}
      {orders ? (
        <Narrowing value={undefined}>
          <ListSelect
            label="Order"
            selected={order}
            options={orderNames.flatMap((value) => (orders[value] ? [{ value, label: orders[value] }] : []))}
            onSelect={(value) => onOrder(orderNames.find((name) => name === value) ?? "newest")}
          />
        </Narrowing>
      ) : null}
    </div>
  );
}
