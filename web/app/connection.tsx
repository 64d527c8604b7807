import { useSyncExternalStore } from "react";

function onConnection(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** A quiet bar while the connection is lost; it goes away by itself. */
export function ConnectionBar() {
  const online = useSyncExternalStore(onConnection, () => navigator.onLine);
  return (
    <div role="status" className={online ? undefined : "connection-bar"}>
      {online ? null : "The connection is lost. What you type stays here; we go on as soon as it is back."}
    </div>
  );
}
