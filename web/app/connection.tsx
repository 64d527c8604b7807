import { useOnline } from "../ui/online.ts";

/** A quiet bar while the connection is lost; it goes away by itself. */
export function ConnectionBar() {
  const online = useOnline();
  return (
    <div role="status" className={online ? undefined : "connection-bar"}>
      {online ? null : "You’re offline. Keep typing. We’ll save your work when you’re back online."}
    </div>
  );
}
