import { Link, Outlet } from "react-router";
import { Frame } from "./frame.tsx";
import { useRouteFocus } from "./route-focus.ts";

/** The light frame around the portal's own pages. */
export function PlainFrame() {
  useRouteFocus();
  return (
    <Frame link={Link}>
      <Outlet />
    </Frame>
  );
}
