import TextFilter from "@cloudscape-design/components/text-filter";
import { useEffect, useRef, useState } from "react";

/** A search box whose words live in the address. What is typed is the truth: the address follows after a short rest. */
export function SearchBox({
  label,
  words,
  onWords,
  countText = "",
}: {
  /** Its placeholder and its name. */
  readonly label: string;
  /** The words the address has. */
  readonly words: string;
  readonly onWords: (words: string) => void;
  readonly countText?: string;
}) {
  const [typed, setTyped] = useState(words);
  /** Words of this box on their way into the address; others there come from a link, "Back" or "Clear filters". */
  const written = useRef<string[]>([]);
  useEffect(() => {
    const at = written.current.indexOf(words);
    written.current = written.current.slice(at + 1);
    if (at < 0) setTyped(words);
  }, [words]);
  return (
    <TextFilter
      filteringText={typed}
      filteringPlaceholder={label}
      filteringAriaLabel={label}
      filteringClearAriaLabel="Clear the search"
      countText={countText}
      onChange={({ detail }) => setTyped(detail.filteringText)}
      onDelayedChange={({ detail }) => {
        written.current.push(detail.filteringText);
        onWords(detail.filteringText);
      }}
    />
  );
}
