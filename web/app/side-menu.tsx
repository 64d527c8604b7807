import Icon from "@cloudscape-design/components/icon";
import type { FocusEvent, PointerEvent, ReactNode } from "react";

/**
 * Holds the menu. On a `narrow` window it is a rail of the entries' icons; opened, it lies over the page and shows their
 * words beside them. An entry stays where it is meanwhile: what somebody aims at is what they get.
 */
export function SideMenu({
  open,
  narrow,
  onOpen,
  children,
}: {
  readonly open: boolean;
  readonly narrow: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly children: ReactNode;
}) {
  if (!narrow) return <div className="side-menu">{children}</div>;
  /** A finger has no hovering: its tap is for the entry below it. */
  const hover = (over: boolean) => (event: PointerEvent) => {
    if (event.pointerType === "mouse") onOpen(over);
  };
  const focused = ({ target }: FocusEvent) => {
    if (target.matches(":focus-visible")) onOpen(true);
  };
  const left = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) onOpen(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering and focus only open what the button opens too
    <div
      className={`side-menu side-menu-rail${open ? " side-menu-over" : ""}`}
      onPointerEnter={hover(true)}
      onPointerLeave={hover(false)}
      onFocus={focused}
      onBlur={left}
      onKeyDown={({ key }) => {
        if (key === "Escape") onOpen(false);
      }}
    >
      <button
        type="button"
        className="bar-button side-menu-toggle"
        aria-expanded={open}
        aria-label={open ? "Close the menu" : "Open the menu"}
        onClick={() => onOpen(!open)}
      >
        <Icon name={open ? "angle-left" : "angle-right"} />
      </button>
      {children}
    </div>
  );
}
