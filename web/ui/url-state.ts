import { useCallback } from "react";
import { useSearchParams } from "react-router";

/** What an event has changed so far, before the address follows: the next change goes on from there. */
let changing: URLSearchParams | undefined;

/**
 * A piece of page state that lives in the address: filter, tab, page. Its usual value is left out of the address;
 * changing it starts again at the first page.
 */
export function useUrlState(name: string, usual = ""): [value: string, set: (value: string) => void] {
  const [query, setQuery] = useSearchParams();
  const set = useCallback(
    (value: string) =>
      setQuery(
        (before) => {
          const after = new URLSearchParams(changing ?? before);
          if (value === usual) after.delete(name);
          else after.set(name, value);
          if (name !== "page") after.delete("page");
          changing = after;
          queueMicrotask(() => {
            changing = undefined;
          });
          return after;
        },
        { replace: name !== "page" && name !== "tab", preventScrollReset: true },
      ),
    [name, usual, setQuery],
  );
  return [query.get(name) ?? usual, set];
}

/** Which of a page's tabs is open: the first where the address names none of them. */
export function useTab<Tabs extends readonly [Tab, ...Tab[]]>(
  tabs: Tabs,
): [tab: Tabs[number], set: (id: string) => void] {
  const [asked, set] = useUrlState("tab", tabs[0].id);
  return [tabs.find(({ id }) => id === asked) ?? tabs[0], set];
}

interface Tab {
  readonly id: string;
}
