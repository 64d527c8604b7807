import { Link, Outlet } from "react-router";
import { Frame } from "./frame.tsx";

/** The light frame around the portal's own pages. */
export function PlainFrame() {
  return (
    <Frame link={Link}>
      <Outlet />
    </Frame>
  );
}
