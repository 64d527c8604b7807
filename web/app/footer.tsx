import { Link } from "react-router";
import { brand } from "../../shared/platform/brand.ts";
import { Logo } from "./leaf.tsx";
import { paths } from "./paths.ts";

/** Logo, divider, copyright of this year, terms and privacy (specification, section 2). */
export function Footer() {
  return (
    <footer className="footer" id="footer">
      <Logo size={24} />
      <hr />
      <p>
        © {new Date().getFullYear()} {brand.company}
      </p>
      <p>
        <Link to={paths.terms}>Terms of Service</Link> - <Link to={paths.privacy}>Privacy Policy</Link>
      </p>
    </footer>
  );
}
