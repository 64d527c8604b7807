import type { ReactNode } from "react";

/** A drawing of 20 by 20 in a button of the top bar, which says in words what it is. */
export function BarIcon({ children }: { readonly children: ReactNode }) {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}
