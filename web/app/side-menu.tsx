import { type FocusEvent, type PointerEvent, type RefObject, useState } from "react";
import { Link } from "react-router";
import { Icon } from "../ui/look/pictures/icon.tsx";
import type { Device } from "../ui/width.ts";
import type { MenuEntry, MenuItem } from "./menu.ts";

/**
 * The role's menu. On a desktop it is a column beside the page, closed a rail of its entries' icons; on a tablet such a
 * rail, which opens over the page; on a phone it is shown when asked for and covers the page. In a rail an entry stays
 * where it is when the words appear: what somebody aims at is what they get.
 */
export function SideMenu({
  items,
  activeHref,
  device,
  open,
  onOpen,
  onFollow,
  toggle,
}: {
  readonly items: readonly MenuItem[];
  readonly activeHref: string;
  readonly device: Device;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  /** An entry has been chosen. */
  readonly onFollow: () => void;
  /** The menu's own button. */
  readonly toggle: RefObject<HTMLButtonElement | null>;
}) {
  const narrow = device === "tablet";
  const rail = narrow || (device === "desktop" && !open);
  const looks = ["side-menu", rail && "side-menu-rail", narrow && open && "side-menu-over"];
  /**
   * React's onPointerEnter is not called when what the pointer was over has been taken away, such as a page's skeleton.
   * A finger has no hovering: its tap is for the entry below it.
   */
  const hover =
    (over: boolean) =>
    ({ pointerType, currentTarget, relatedTarget }: PointerEvent) => {
      if (pointerType === "mouse" && !currentTarget.contains(relatedTarget as Node | null)) onOpen(over);
    };
  const focused = ({ target }: FocusEvent) => {
    if (target.matches(":focus-visible")) onOpen(true);
  };
  const left = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // a page that opens takes the focus, maybe while the pointer is here again
    if (!currentTarget.contains(relatedTarget) && !currentTarget.matches(":hover")) onOpen(false);
  };
  return (
    <nav
      className={looks.filter(Boolean).join(" ")}
      aria-label="Main menu"
      hidden={device === "mobile" && !open}
      {...(narrow && {
        onPointerOver: hover(true),
        onPointerLeave: hover(false),
        onFocus: focused,
        onBlur: left,
        onKeyDown: ({ key }) => {
          if (key === "Escape") onOpen(false);
        },
      })}
    >
      <div className="side-menu-room">
        <button
          ref={toggle}
          type="button"
          className="bar-button side-menu-toggle"
          aria-expanded={open}
          aria-label={open ? "Close the menu" : "Open the menu"}
          onClick={() => onOpen(!open)}
        >
          <Icon name={device === "mobile" ? "cross" : open ? "angleLeft" : "angleRight"} />
        </button>
        <ul>
          {items.map((item) => (
            <li key={item.href}>
              {item.entries ? (
                <Group group={item} entries={item.entries} activeHref={activeHref} onFollow={onFollow} />
              ) : (
                <Entry entry={item} active={item.href === activeHref} onFollow={onFollow} />
              )}
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
}

function Entry({
  entry: { text, href, icon },
  active,
  onFollow,
}: {
  readonly entry: MenuEntry;
  readonly active: boolean;
  readonly onFollow: () => void;
}) {
  return (
    <Link className="side-menu-entry" to={href} aria-current={active ? "page" : undefined} onClick={onFollow}>
      <Icon name={icon} />
      <span>{text}</span>
    </Link>
  );
}

function Group({
  group,
  entries,
  activeHref,
  onFollow,
}: {
  readonly group: MenuEntry;
  readonly entries: readonly MenuEntry[];
  readonly activeHref: string;
  readonly onFollow: () => void;
}) {
  const [open, setOpen] = useState(true);
  return (
    <>
      <div className="side-menu-group">
        <Entry entry={group} active={false} onFollow={onFollow} />
        <button
          type="button"
          className="bar-button"
          aria-expanded={open}
          aria-label={`${group.text}: ${open ? "hide" : "show"} what belongs to it`}
          onClick={() => setOpen(!open)}
        >
          <Icon name={open ? "angleDown" : "angleRight"} />
        </button>
      </div>
      <ul hidden={!open}>
        {entries.map((entry) => (
          <li key={entry.href}>
            <Entry entry={entry} active={entry.href === activeHref} onFollow={onFollow} />
          </li>
        ))}
      </ul>
    </>
  );
}
