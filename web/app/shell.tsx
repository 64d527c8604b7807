import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { Link, Outlet, useLocation } from "react-router";
import { api } from "../api/client.ts";
import { invitationOf, type Onboarding, OnboardingHead, useOnboarding } from "../content/auth/onboarding.tsx";
import { useBadgrConnected } from "../content/badgr/connected.ts";
import { ArchivedNotice } from "../content/organization/archived-notice.tsx";
import { Opens } from "../session/opens.ts";
import { useSession } from "../session/session.tsx";
import { Footer } from "./frame.tsx";
import { activeHref, menuOf } from "./menu.ts";
import { opens } from "./records.ts";
import { useRouteFocus } from "./route-focus.ts";
import "./shell.css";
import "./forced-colors.css";
import "./print.css";
import { useDevice } from "../ui/width.ts";
import { SideMenu } from "./side-menu.tsx";
import { TopBar } from "./top-bar.tsx";

const TermsDialog = lazy(() => import("../user/terms-dialog.tsx"));

const drawerCloseMs = 100;

const amplifyAfterMs = 2000;

/** The frame of signed-in pages: the bar, the role's menu, the page, the footer. */
export function Shell() {
  const way = useOnboarding();
  return way === "unknown" ? <div className="static-bar" /> : <Framed way={way} />;
}

/** Who is completing their account sees the steps to it in place of the menu. */
function Framed({ way }: { readonly way: Onboarding | undefined }) {
  const session = useSession();
  const { pathname } = useLocation();
  const device = useDevice();
  const [open, setOpen] = useState(device === "desktop");
  const [openAt, setOpenAt] = useState(device);
  // while rendering, not in an effect: the first one would undo a press that came before it
  if (openAt !== device) {
    setOpenAt(device);
    setOpen(device === "desktop");
  }

  /** Amplify takes over the session's token when the first page has had its turn; until then calls take it themselves. */
  useEffect(() => {
    const configure = () => import("./amplify.ts").then((amplify) => amplify.configureAmplify());
    const timer = setTimeout(() => void configure().catch(() => undefined), amplifyAfterMs);
    return () => clearTimeout(timer);
  }, []);

  useRouteFocus();

  const menu = menuOf(session, useBadgrConnected());
  const items = way ? [] : menu;
  useEffect(() => {
    if (items.length === 0) return;
    const entries = items.flatMap(({ text, href, entries: below = [] }) => [
      { text, href },
      ...below.map((entry) => ({ text: entry.text, href: entry.href, below: true })),
    ]);
    localStorage.setItem("menu", JSON.stringify({ entries, role: session.role })); // for before-paint.js and build/preload-route.ts, at the next visit
  });

  const phone = device === "mobile";
  const toggle = useRef<HTMLButtonElement>(null);
  const follow = () => {
    if (phone) setTimeout(() => setOpen(false), drawerCloseMs);
  };
  useEffect(() => {
    if (!phone || !open) return;
    toggle.current?.focus();
    const close = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      setOpen(false);
      document.getElementById("menu-button")?.focus();
    };
    addEventListener("keydown", close);
    return () => removeEventListener("keydown", close);
  }, [phone, open]);

  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <TopBar menuCollapsed={!open && !way} onMenu={phone && items.length > 0 ? () => setOpen(!open) : undefined} />
      <div className="shell">
        {items.length > 0 ? (
          <SideMenu
            items={items}
            activeHref={activeHref(items, pathname)}
            device={device}
            open={open}
            onOpen={setOpen}
            onFollow={follow}
            toggle={toggle}
          />
        ) : null}
        <main id="main" className={way ? "shell-page onboarding" : "shell-page"} tabIndex={-1} inert={phone && open}>
          {way ? (
            <OnboardingHead way={way} invited={invitationOf(session, pathname)} />
          ) : (
            <ArchivedNotice pathname={pathname} />
          )}
          <Opens value={opens}>
            <Outlet />
          </Opens>
        </main>
      </div>
      <Footer link={Link} />
      {session.user.terms_due && session.can(api.user.update) ? (
        <Suspense>
          <TermsDialog />
        </Suspense>
      ) : null}
    </>
  );
}
