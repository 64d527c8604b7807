import type { ReactNode } from "react";
import { Link } from "react-router";
import { ListError } from "../lists/list-states.tsx";
import { count, date, relative, weekday } from "./format.ts";
import { PageHeader } from "./page-header.tsx";
import "./waiting.css";

/** Something that waits for a person, with the one click that takes it up. */
export interface WaitingItem {
  readonly id: string;
  readonly title: string;
  /** Where its title leads. */
  readonly to: string;
  readonly status: ReactNode;
  /** What else is to be known of it, since when among them. */
  readonly details: readonly (string | undefined)[];
  readonly actions: readonly { readonly text: string; readonly to: string }[];
}

/** One of a list that is shown oldest first. */
export interface AgedItem extends WaitingItem {
  /** Since when it waits. */
  readonly at: string;
}

const nearDays = 120;

/** `Thursday, November 19, 3 days ago`; what is long ago goes by its date. */
export function since(at: string): string {
  const isNear = Date.now() - Date.parse(at) < nearDays * 86_400_000;
  return `${isNear ? weekday(at) : date(at)}, ${relative(at)}`;
}

/** A list of what waits: each with its state, since when, and a button; links to all of it below. */
export function WaitingList({
  title,
  total,
  items,
  empty,
  more = [],
}: {
  readonly title: string;
  /** How many there are, where more than `items` may be. */
  readonly total?: number;
  readonly items: readonly WaitingItem[];
  /** What is said when there is none. */
  readonly empty: string;
  readonly more?: readonly { readonly text: string; readonly to: string }[];
}) {
  return (
    <section className="waiting" aria-label={title}>
      <div className="waiting-head">
        <h2>
          {title} {total ? <span className="waiting-count">({count(total)})</span> : null}
        </h2>
      </div>
      {items.length === 0 ? (
        <p className="waiting-empty">{empty}</p>
      ) : (
        <ul>
          {items.map(({ id, title: name, to, status, details, actions }) => (
            <li key={id}>
              <div className="waiting-main">
                <Link className="waiting-title" to={to}>
                  {name}
                </Link>
                <div className="waiting-details">
                  {status}
                  {details.map((detail) => (detail ? <span key={detail}>{detail}</span> : null))}
                </div>
              </div>
              <div className="waiting-actions">
                {actions.map((action) => (
                  <Link
                    key={action.text}
                    className="light-button"
                    to={action.to}
                    aria-label={`${action.text}: ${name}`}
                  >
                    {action.text}
                  </Link>
                ))}
              </div>
            </li>
          ))}
        </ul>
      )}
      {more.length > 0 ? (
        <p className="waiting-more">
          {more.map(({ text, to }) => (
            <Link key={to} to={to}>
              {text}
            </Link>
          ))}
        </p>
      ) : null}
    </section>
  );
}

/** What a home asks for before it is shown. */
interface Asked {
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/**
 * A role's first page: a greeting, what waits (`lists`), and the rest of the page. The rest stays out of sight until what
 * waits is known, so that nothing moves; where that fails it is there all the same.
 */
export function Home({
  title,
  asked,
  lists,
  children,
}: {
  readonly title: string;
  readonly asked: readonly Asked[];
  /** Called once every answer is there. */
  readonly lists: () => ReactNode;
  readonly children?: ReactNode;
}) {
  const failed = asked.find(({ isError }) => isError);
  const pending = failed === undefined && asked.some(({ isPending }) => isPending);
  return (
    <div className="home">
      <PageHeader title={title} />
      {failed ? (
        <ListError
          error={failed.error}
          header="We couldn’t load your tasks"
          onAgain={() => {
            for (const { isError, refetch } of asked) if (isError) refetch();
          }}
        />
      ) : pending ? (
        <div key="waiting" className="home-skeleton" role="status" aria-label="Loading your tasks" />
      ) : (
        lists()
      )}
      {children ? (
        <div key={pending ? "out of sight" : "shown"} className={pending ? "home-unsettled" : undefined}>
          {children}
        </div>
      ) : null}
    </div>
  );
}
