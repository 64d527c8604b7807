import { useSyncExternalStore } from "react";

function onConnection(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** Whether the browser has a connection; the page follows it. */
export const useOnline = (): boolean => useSyncExternalStore(onConnection, () => navigator.onLine);
