import { useOnline } from "../ui/online.ts";

/** A quiet bar while the connection is lost; it goes away by itself. */
export function ConnectionBar() {
  const online = useOnline();
  return (
    <div role="status" className={online ? undefined : "connection-bar"}>
      {online ? null : "The connection is lost. What you type stays here; we go on as soon as it is back."}
    </div>
  );
}
