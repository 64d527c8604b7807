import AppLayoutToolbar from "@cloudscape-design/components/app-layout-toolbar";
import { I18nProvider } from "@cloudscape-design/components/i18n";
import messages from "@cloudscape-design/components/i18n/messages/all.en";
import SideNavigation from "@cloudscape-design/components/side-navigation";
import { lazy, Suspense, useEffect, useState } from "react";
import { Link, Outlet, useLocation, useNavigate } from "react-router";
import { api } from "../api/client.ts";
import { useBadgrConnected } from "../badgr/connected.ts";
import { configureAmplify } from "./amplify.ts";
import { ArchivedNotice } from "./archived-notice.tsx";
import { Footer } from "./frame.tsx";
import { activeHref, menuOf } from "./menu.tsx";
import { Opens } from "./opens.ts";
import { opens } from "./records.ts";
import { useRouteFocus } from "./route-focus.ts";
import { useSession } from "./session.tsx";
import "./shell.css";
import "./forced-colors.css";
import "./print.css";
import { PageSkeleton } from "../ui/skeleton.tsx";
import { useDevice } from "../ui/width.ts";
import { SideMenu } from "./side-menu.tsx";
import { TopBar } from "./top-bar.tsx";

const TermsDialog = lazy(() => import("../user/terms-dialog.tsx"));

const menuWidthPx = 280;
const drawerCloseMs = 100;

void configureAmplify().catch(() => undefined); // without it calls take the session's token themselves

/** The frame of signed-in pages: the bar, the role's menu, the page, the footer. */
export function Shell() {
  const session = useSession();
  const { pathname } = useLocation();
  const go = useNavigate();
  const device = useDevice();
  const [open, setOpen] = useState(device === "desktop");
  useEffect(() => setOpen(device === "desktop"), [device]);

  /** Tables divide the width they find when they appear: only once the menu has taken its part. */
  const [laidOut, setLaidOut] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setLaidOut(true));
    return () => cancelAnimationFrame(frame);
  }, []);

  useRouteFocus();

  const items = menuOf(session, useBadgrConnected());

  const follow = (href: string) => {
    void go(href);
    if (phone) setTimeout(() => setOpen(false), drawerCloseMs);
  };
  const narrow = device === "tablet";
  const phone = device === "mobile";
  useEffect(() => {
    if (!phone || !open) return;
    const close = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      setOpen(false);
      document.getElementById("menu-button")?.focus();
    };
    addEventListener("keydown", close);
    return () => removeEventListener("keydown", close);
  }, [phone, open]);

  return (
    <I18nProvider locale="en" messages={[messages]}>
      <a className="skip-link" href="#main">
        Skip to the content
      </a>
      <TopBar menuCollapsed={!open} onMenu={phone && items.length > 0 ? () => setOpen(!open) : undefined} />
      <AppLayoutToolbar
        headerSelector="#bar"
        footerSelector="#footer"
        navigationWidth={menuWidthPx}
        navigationOpen={open && !narrow}
        navigationHide={items.length === 0}
        navigationCloseBehavior="collapse"
        navigationTriggerHide
        toolsHide
        onNavigationChange={({ detail }) => setOpen(detail.open)}
        ariaLabels={{
          navigation: "Main menu",
          navigationClose: "Close the menu",
          navigationToggle: "Open the menu",
        }}
        navigation={
          <SideMenu open={open} narrow={narrow} onOpen={setOpen}>
            <SideNavigation
              collapsed={!open && device === "desktop"}
              activeHref={activeHref(items, pathname)}
              items={items}
              onFollow={(event) => {
                if (event.detail.external) return;
                event.preventDefault();
                follow(event.detail.href);
              }}
            />
          </SideMenu>
        }
        content={
          <div id="main" tabIndex={-1}>
            <ArchivedNotice pathname={pathname} />
            <Opens value={opens}>{laidOut ? <Outlet /> : <PageSkeleton />}</Opens>
          </div>
        }
      />
      <Footer link={Link} />
      {session.user.terms_due && session.can(api.user.update) ? (
        <Suspense>
          <TermsDialog />
        </Suspense>
      ) : null}
    </I18nProvider>
  );
}
