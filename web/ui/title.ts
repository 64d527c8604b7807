import { useEffect } from "react";

interface Named {
  readonly words: string;
}

let page = "";
let place = "";
/** What the page is about, the innermost last; without any it is called by its route. */
let things: readonly Named[] = [];

function show(): void {
  document.title = [things.at(-1)?.words ?? page, place].filter(Boolean).join(" – ");
}

/** Names the document by its route and by where it is: an organization, or the product. */
export function useDocumentTitle(words: string, where: string): void {
  useEffect(() => {
    page = words;
    place = where;
    show();
  }, [words, where]);
}

/** Names the document by the thing its page shows, as long as it is shown; undefined until that is known. */
export function useTitle(words: string | undefined): void {
  useEffect(() => {
    if (words === undefined) return;
    const thing = { words };
    things = [...things, thing];
    show();
    return () => {
      things = things.filter((each) => each !== thing);
      show();
    };
  }, [words]);
}
