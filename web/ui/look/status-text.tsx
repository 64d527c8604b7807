import type { ReactNode } from "react";
import { Icon, type IconName } from "./pictures/icon.tsx";

const icons = {
  success: "circleCheck",
  error: "circleCross",
  warning: "triangle",
  info: "circleInfo",
  pending: "circleClock",
  "in-progress": "circleDots",
  stopped: "circleBar",
} as const satisfies Record<string, IconName>;

/** What kind of state something is in. */
export type StatusKind = keyof typeof icons;

/** A state: its drawing and its words, in the colour of its kind. */
export function StatusText({ kind, children }: { readonly kind: StatusKind; readonly children: ReactNode }) {
  return (
    <span className={`status status-${kind}`}>
      <Icon name={icons[kind]} />
      <span>{children}</span>
    </span>
  );
}
