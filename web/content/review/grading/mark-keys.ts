import type { RefObject } from "react";
import { useKeys } from "./grading-keys.tsx";

const choicesOf = (criterion: Element) => [...criterion.querySelectorAll<HTMLInputElement>("input[type=radio]")];
const isMarked = (criterion: Element) => choicesOf(criterion).some(({ checked }) => checked);

/**
 * The single keys that mark the criteria within `root`, as they stand there: P and N mark and go to the next that is not
 * marked, C comments, J and K move. They act on the current criterion, else on the one in focus, else on the first that is not marked.
 */
export function useMarkKeys(on: boolean, root: RefObject<HTMLElement | null>) {
  const criteria = () => [...(root.current?.querySelectorAll("fieldset.mark") ?? [])];
  const inHand = () =>
    criteria().findIndex((each) => each.matches(".mark-current") || each.contains(document.activeElement));
  const unmarkedFrom = (start: number) => criteria().findIndex((each, at) => at >= start && !isMarked(each));
  const focus = (at: number) => {
    const criterion = criteria()[at];
    const choices = criterion ? choicesOf(criterion) : [];
    (choices.find(({ checked }) => checked) ?? choices[0])?.focus();
    criterion?.scrollIntoView({ block: "nearest" });
  };
  const focusUnmarked = () => focus(Math.max(0, unmarkedFrom(0)));
  const markAndGoOn = (achieved: boolean) => {
    const at = Math.max(0, inHand() === -1 ? unmarkedFrom(0) : inHand());
    const criterion = criteria()[at];
    if (criterion) choicesOf(criterion)[achieved ? 0 : 1]?.click();
    const next = unmarkedFrom(at + 1);
    focus(next === -1 ? at : next);
  };
  const move = (by: 1 | -1) => {
    const at = inHand();
    if (at === -1) focusUnmarked();
    else focus(Math.min(Math.max(at + by, 0), criteria().length - 1));
  };
  useKeys(on, {
    p: () => markAndGoOn(true),
    n: () => markAndGoOn(false),
    c: () => {
      const criterion = criteria()[Math.max(0, inHand())];
      const field = criterion?.querySelector<HTMLElement>("textarea");
      if (field) field.focus();
      else criterion?.querySelector<HTMLElement>(".mark-comment button")?.click();
    },
    j: () => move(1),
    k: () => move(-1),
  });
  return { focusUnmarked };
}
