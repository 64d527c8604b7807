import { Link, Outlet } from "react-router";
import { brand } from "../../shared/platform/brand.ts";
import { Footer } from "./footer.tsx";
import { Logo } from "./leaf.tsx";
import { paths } from "./paths.ts";

/** The frame of pages without the side menu: the bar with the logo, the page, the footer. */
export function PlainFrame() {
  return (
    <div className="plain">
      <a className="skip-link" href="#main">
        Skip to the content
      </a>
      <header className="bar">
        <Link to={paths.home} aria-label={`${brand.product}, home`} className="bar-home">
          <Logo />
        </Link>
      </header>
      <main id="main" className="plain-main" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
    </div>
  );
}
