import { useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router";

/** After each change of the page the keyboard goes on at its beginning, unless the new page took the focus itself. */
export function useRouteFocus(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const before = useRef<Element | null>(null);
  if (shown.current !== pathname) before.current ??= document.activeElement;
  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const left = before.current;
    before.current = null;
    const frame = requestAnimationFrame(() => {
      const { activeElement, body } = document;
      if (activeElement && activeElement !== body && activeElement !== left) return;
      document.getElementById("main")?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname]);
}
