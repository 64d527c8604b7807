import type { ComponentType, ReactNode } from "react";
import { brand } from "../../shared/platform/brand.ts";
import * as paths from "../../shared/platform/paths.ts";
import { Logo } from "../ui/look/pictures/leaf.tsx";

/** What leads to another page: the router's `Link` within the portal, {@link Anchor} in a document of its own. */
export type LinkTo = ComponentType<{
  readonly to: string;
  readonly className?: string;
  readonly children: ReactNode;
  readonly "aria-label"?: string;
}>;

/** A link of a document without the router: ordinary navigation. */
export const Anchor: LinkTo = ({ to, ...rest }) => <a href={to} {...rest} />;

/** Logo, divider, copyright of this year, terms and privacy. */
export function Footer({ link: To }: { readonly link: LinkTo }) {
  return (
    <footer className="footer" id="footer">
      <Logo size={24} />
      <hr />
      <p>
        © {new Date().getFullYear()} {brand.company}
      </p>
      <p>
        <To to={paths.terms}>Terms of Service</To> - <To to={paths.privacy}>Privacy Policy</To>
      </p>
    </footer>
  );
}

/** The frame of pages without the side menu: the bar with the logo, the page, the footer. */
export function Frame({ link: To, children }: { readonly link: LinkTo; readonly children: ReactNode }) {
  return (
    <div className="plain">
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <header className="bar">
        <To to={paths.home} aria-label={`${brand.product}, home`} className="bar-home">
          <Logo />
        </To>
      </header>
      <main id="main" className="plain-main" tabIndex={-1}>
        {children}
      </main>
      <Footer link={To} />
    </div>
  );
}
