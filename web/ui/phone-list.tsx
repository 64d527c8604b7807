import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

/** A list on a phone: its heading, what narrows it, its cards and pages, and its main act under the thumb. */
export function PhoneList({
  title,
  level,
  counter,
  description,
  loading,
  filter,
  actions,
  pagination,
  below,
  children,
}: {
  readonly title: string;
  readonly level: 1 | 2;
  readonly counter: string | undefined;
  readonly description: ReactNode;
  readonly loading: boolean;
  readonly filter: ReactNode;
  readonly actions: ReactNode;
  readonly pagination: ReactNode;
  readonly below: ReactNode;
  readonly children: ReactNode;
}) {
  const Heading = `h${level}` as const;
  return (
    <section className="phone-list" aria-label={title} aria-busy={loading}>
      <div className="phone-heading">
        <Heading>
          {title}
          {counter ? <span className="page-counter"> {counter}</span> : null}
        </Heading>
        {description ? <div className="page-description">{description}</div> : null}
      </div>
      {filter}
      {children}
      {pagination}
      {below}
      {actions ? <div className="thumb-bar">{actions}</div> : null}
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
