import { useCallback, useEffect } from "react";
import { useLocation, useNavigation, useSearchParams } from "react-router";

/** What the address has been asked to say and does not say yet: the next change goes on from there. */
let asked: URLSearchParams | undefined;

/** How a page changes what its address says after the "?", without scrolling. Several changes at once all count. */
export function useQueryChange(): (change: (query: URLSearchParams) => void, way: { replace: boolean }) => void {
  const [query, setQuery] = useSearchParams();
  const { key } = useLocation();
  const { state } = useNavigation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says that the address has changed
  useEffect(() => {
    if (state === "idle") asked = undefined;
  }, [key, state]);
  return useCallback(
    (change, { replace }) => {
      const after = new URLSearchParams(asked ?? query);
      change(after);
      asked = after;
      setQuery(after, { replace, preventScrollReset: true });
    },
    [query, setQuery],
  );
}

/**
 * A piece of page state that lives in the address: filter, tab, page. Its usual value is left out of the address;
 * changing it starts again at the first page.
 */
export function useUrlState(name: string, usual = ""): [value: string, set: (value: string) => void] {
  const [query] = useSearchParams();
  const change = useQueryChange();
  const set = useCallback(
    (value: string) =>
      change(
        (after) => {
          if (value === usual) after.delete(name);
          else after.set(name, value);
          if (name !== "page") after.delete("page");
        },
        { replace: name !== "page" && name !== "tab" },
      ),
    [name, usual, change],
  );
  return [query.get(name) ?? usual, set];
}

/** Which of a page's tabs is open: the first where the address names none of them. */
export function useTab<Tabs extends readonly [Tab, ...Tab[]]>(
  tabs: Tabs,
): [tab: Tabs[number], set: (id: string) => void] {
  const [open, set] = useUrlState("tab", tabs[0].id);
  return [tabs.find(({ id }) => id === open) ?? tabs[0], set];
}

interface Tab {
  readonly id: string;
}
