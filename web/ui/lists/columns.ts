import type { ReactNode } from "react";

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
  /** Whether it says of this row what already names it: a card says that once. */
  readonly namesToo?: (row: Row) => boolean;
  /** By this the server sorts: newest first, or at a press on its header oldest first. One column of a list at most. */
  readonly sorts?: true;
  /** Its cells are dates, which stay on one line where there is room. */
  readonly date?: true | "weekday";
  /** What its cells' words take on one line in pixels, with the room at both sides; they stay there where there is room. */
  readonly line?: number;
  /** Hidden until somebody asks for it: everywhere, where the window is narrower than a desktop's, or on tablets alone. */
  readonly hidden?: true | "narrow" | "tablet";
}

/** The words of a choice of order; `due` by the day things are due on, where the list's call knows that. */
export interface Orders {
  readonly newest: string;
  readonly oldest: string;
  readonly due?: string;
  /** The order nobody has chosen: newest first, unless told. */
  readonly usual?: "due";
}

/** An order by its name. */
export type Order = Exclude<keyof Orders, "usual">;
