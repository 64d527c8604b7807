import { useEffect, useId, useRef, useState } from "react";
import { Icon } from "../look/pictures/icon.tsx";

const restMs = 400;

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
  const box = useRef<HTMLInputElement>(null);
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const countId = useId();
  /** Words of this box on their way into the address; others there come from a link, "Back" or "Clear filters". */
  const written = useRef<string[]>([]);
  useEffect(() => {
    const at = written.current.indexOf(words);
    written.current = written.current.slice(at + 1);
    if (at < 0) setTyped(words);
  }, [words]);
  useEffect(() => () => clearTimeout(resting.current), []);
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(resting.current);
    resting.current = setTimeout(() => {
      written.current.push(text);
      onWords(text);
    }, restMs);
  };
  return (
    <div className="search">
      <Icon name="search" />
      <input
        ref={box}
        type="search"
        value={typed}
        placeholder={label}
        aria-label={label}
        aria-describedby={countId}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => type(target.value)}
      />
      {typed === "" ? null : (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => {
            type("");
            box.current?.focus();
          }}
        >
          <Icon name="cross" />
        </button>
      )}
      <span id={countId} className="search-count" role="status">
        {countText}
      </span>
    </div>
  );
}
