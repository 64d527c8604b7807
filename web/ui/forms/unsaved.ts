import { useEffect } from "react";

const unsaved = new Set<object>();

/** Whether the page holds anything typed that was not sent. */
export const isAnythingUnsaved = (): boolean => unsaved.size > 0;

/** Lets {@link isAnythingUnsaved} know of something typed, as long as it is there. */
export function useUnsaved(isTyped: boolean): void {
  useEffect(() => {
    if (!isTyped) return;
    const typed = {};
    unsaved.add(typed);
    return () => void unsaved.delete(typed);
  }, [isTyped]);
}
