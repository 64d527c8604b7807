import { type ReactNode, type Ref, useCallback, useState } from "react";
import { Icon } from "../look/pictures/icon.tsx";
import FilterSheet from "./filter-sheet.tsx";
import { Narrowing } from "./list-controls.tsx";

/** A list on a phone: its heading, its cards and pages, and under the thumb what narrows it and its main act. */
export function PhoneList({
  place,
  title,
  level,
  counter,
  description,
  loading,
  found,
  filter,
  actions,
  pagination,
  below,
  children,
}: {
  /** Its heading, which can be given the focus. */
  readonly place: Ref<HTMLHeadingElement>;
  readonly title: string;
  readonly level: 1 | 2;
  readonly counter: string | undefined;
  readonly description: ReactNode;
  readonly loading: boolean;
  /** How many things there are, once that is known. */
  readonly found: number | undefined;
  readonly filter: ReactNode;
  readonly actions: ReactNode;
  readonly pagination: ReactNode;
  readonly below: ReactNode;
  readonly children: ReactNode;
}) {
  const Heading = `h${level}` as const;
  const [choices, setChoices] = useState<ReadonlyMap<string, string | undefined>>(new Map());
  const tell = useCallback((name: string, choice: string | undefined) => {
    setChoices((before) => new Map(before).set(name, choice));
  }, []);
  const narrowedTo = [...choices.values()].filter((choice) => choice !== undefined);
  return (
    <section className="phone-list" aria-label={title} aria-busy={loading}>
      <div className="phone-heading">
        <Heading ref={place} tabIndex={-1}>
          {title}
          {counter ? <span className="page-counter"> {counter}</span> : null}
        </Heading>
        {description ? <div className="page-description">{description}</div> : null}
        {narrowedTo.length > 0 ? <p className="page-description">Filtered by {narrowedTo.join(", ")}</p> : null}
      </div>
      {children}
      {pagination}
      {below}
      {filter || actions ? (
        <div className="thumb-bar">
          {filter ? (
            <FilterSheet inForce={narrowedTo.length} found={found}>
              <Narrowing value={tell}>{filter}</Narrowing>
            </FilterSheet>
          ) : null}
          {actions ? <div className="thumb-bar-actions">{actions}</div> : null}
        </div>
      ) : null}
    </section>
  );
}

/** Its pages, one after another. */
export function PhonePages({
  title,
  page,
  pages,
  onPage,
}: {
  readonly title: string;
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
}) {
  return (
    <nav className="phone-pages" aria-label={`Pages of ${title.toLowerCase()}`}>
      <button
        type="button"
        className="action-button"
        aria-label="Previous page"
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <Icon name="angleLeft" />
      </button>
      <span role="status">{`Page ${page} of ${pages}`}</span>
      <button
        type="button"
        className="action-button"
        aria-label="Next page"
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      >
        <Icon name="angleRight" />
      </button>
    </nav>
  );
}
