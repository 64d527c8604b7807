import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Role, roleIds } from "../../shared/permissions.ts";
import * as paths from "../../shared/platform/paths.ts";
import { portalFile } from "../../shared/platform/portal-files.ts";
import { activeHref, menuOf } from "../../web/app/menu.ts";
import { hasPage, recordFor, records } from "../../web/app/records.ts";
import type { Session } from "../../web/session/session-store.ts";

const [, , ...lines] = readFileSync("test/contract/routes.tsv", "utf8").trim().split("\n");
const rows = lines.map((line) => {
  const [shell = "", path = "", screen = ""] = line.split("\t");
  return { shell, path, screen };
});

/** A session in a role, as far as routes and menus look at it. */
function sessionOf(role: Role, organization: Partial<Session["organization"]> = {}): Session {
  const own = { organization_id: "org_1", role: roleIds[role], archived: false, ...organization };
  return {
    user: { organizations: role === "superadmin" ? [] : [own] } as unknown as Session["user"],
    role,
    organization_id: role === "superadmin" ? "" : "org_1",
    organization: role === "superadmin" ? undefined : (own as Session["organization"]),
    can: () => true,
  };
}
const at = (path: string) => records.filter((record) => record.path === path);
const titleFor = (session: Session | undefined, path: string) => {
  const record = recordFor(session, at(path));
  return record && ("title" in record ? record.title : record.redirect);
};

describe("every route of the portal", () => {
  test.each(rows)("$shell $path: $screen", ({ shell, path }) => {
    if (shell === "public") {
      expect(at(path)).not.toEqual([]);
      for (const { roles } of at(path)) if (roles === "public") expect(titleFor(undefined, path)).toBeDefined();
    } else if (shell === "any") {
      const roles = (Object.keys(roleIds) as Role[]).filter((role) => titleFor(sessionOf(role), path) !== undefined);
      expect(roles).not.toEqual([]);
      expect(titleFor(undefined, path)).toBeUndefined();
    } else {
      expect(titleFor(sessionOf(shell as Role), path)).toBeDefined();
    }
  });

  test("without a token only what needs nobody opens: certificates, sign-in, sign-up, passwords, terms, errors", () => {
    const open = [...new Set(records.map(({ path }) => path))].filter((path) => titleFor(undefined, path));
    expect(open.toSorted()).toEqual(
      [
        "/404",
        "/500",
        "/Certificate",
        "/auth0loginCallback",
        "/forgotpassword",
        "/login",
        "/login/:orgname",
        "/privacyPolicy",
        "/requestsignup",
        "/resetpassword/:email",
        "/signin",
        "/signup",
        "/termsOfService",
      ].toSorted(),
    );
  });

  test("the table of addresses and the router know the same pages", () => {
    const { formerLearnerPages: _, firstPart: __, verify, developers, ...pages } = paths;
    const table = Object.values(pages)
      .map((entry) => (typeof entry === "string" ? entry : (entry as (...values: string[]) => string)(":", ":", ":")))
      .filter((path) => !path.includes("?"));
    const routed = new Set(records.map(({ path }) => path.replaceAll(/:\w+/g, ":")));
    expect([verify, developers].map((path) => portalFile(path))).toEqual(["/verify.html", "/developers.html"]);
    expect([...routed].toSorted()).toEqual(table.toSorted());
  });

  test("a credential's address without a step leads to the first", () => {
    expect(titleFor(sessionOf("issuer"), "/credential/create")).toBe("/credential/create/0");
    const edit = "/credential/edit/:org_id/:credential_id";
    expect(titleFor(sessionOf("issuer"), edit)).toBe(`${edit}/0`);
  });

  test("a path is one page's by its case: the learner's certificate is not everybody's", () => {
    expect(titleFor(sessionOf("learner"), "/certificate")).toBe("Your certificate");
    expect(titleFor(undefined, "/certificate")).toBeUndefined();
    expect(titleFor(undefined, "/Certificate")).toBe("Certificate");
    expect(titleFor(sessionOf("reviewer"), "/edit-Profile")).toBe("Edit your profile");
    expect(titleFor(sessionOf("reviewer"), "/edit-profile")).toBeUndefined();
  });
});

describe("where each role lands", () => {
  test.each<[Role, string]>([
    ["superadmin", "Organizations"],
    ["admin", "Analytics"],
    ["issuer", "Credentials"],
    ["publisher", "Credentials"],
    ["custom", "Credentials"],
    ["reviewer", "Your reviews"],
    ["learner", "Browse credentials"],
  ])("%s: %s", (role, page) => {
    expect(titleFor(sessionOf(role), "/")).toBe(page);
  });
});

describe("the menu", () => {
  const words = (session: Session, connected = false) =>
    menuOf(session, connected).map((item) =>
      item.entries ? [item.text, ...item.entries.map(({ text }) => text)] : item.text,
    );
  const faq = "FAQ";
  const badges = ["Badge service", "Issuers", "Badges"];
  const reviewing = "Reviewer applications";

  test.each<[Role, unknown[]]>([
    ["superadmin", ["Organizations", "People"]],
    [
      "admin",
      [
        ...["Analytics", "Credentials", reviewing, "Reviews", "Quality", "Certificates", "Payment history"],
        ...["Users", "Organization details", "Connections", badges, faq],
      ],
    ],
    ["issuer", ["Credentials", "Users", reviewing, "Reviews", "Quality", ["Badge service", "Badges"], faq]],
    [
      "reviewer",
      [["Jobs", "Assigned credentials", "Open jobs", "Accepted jobs", "Completed jobs"], "Your quality", faq],
    ],
    ["learner", ["Browse credentials", "My submissions", "My credentials", faq]],
    ["publisher", ["Credentials"]],
    ["custom", ["Credentials", "My credentials"]],
  ])("of %s", (role, entries) => {
    const session = sessionOf(role);
    expect(words(session, true)).toEqual(entries);
    expect(words(session)).toEqual(entries.filter((entry) => !(Array.isArray(entry) && entry[0] === "Badge service")));
    const hrefs = menuOf(session, true).flatMap(({ href, entries: below }) => below?.map((one) => one.href) ?? [href]);
    expect(hrefs.filter((href) => !hasPage(session, href))).toEqual([]);
    const icons = menuOf(session, true).flatMap(({ icon, entries: below = [] }) => [
      icon,
      ...below.map((one) => one.icon),
    ]);
    expect(new Set(icons).size, "a rail shows nothing but icons").toBe(icons.length);
  });

  test("of an archived organization offers what is still open", () => {
    expect(words(sessionOf("admin", { archived: true }), true)).toEqual([
      "Certificates",
      "Payment history",
      "Organization details",
      "Connections",
      faq,
    ]);
    expect(words(sessionOf("learner", { archived: true }))).toEqual(["My submissions", "My credentials", faq]);
  });

  test("marks the entry a page belongs to: the longest its path begins with", () => {
    const items = menuOf(sessionOf("admin"), true);
    expect(activeHref(items, "/")).toBe("/");
    expect(activeHref(items, "/users/usr_1/edit")).toBe("/users");
    expect(activeHref(items, "/badgr/badges")).toBe("/badgr/badges");
    expect(activeHref(items, "/usersOfOld")).toBe("");
    expect(activeHref(menuOf(sessionOf("reviewer"), false), "/acceptedJobs/submissions/job_1")).toBe("/acceptedJobs");
  });

  test.each<[Role, string, string]>([
    ["superadmin", "/", "/organizations"],
    ["issuer", "/", "/credentials"],
    ["issuer", "/credential/details/org_1/crd_1", "/credentials"],
    ["reviewer", "/credential/details/org_1/crd_1", "/assignedCredentials"],
    ["learner", "/credential/details/org_1/crd_1", "/"],
    ["learner", "/credential/crd_1/submit", "/mySubmissions"],
    ["learner", "/paymentInformation/crd_1", "/mySubmissions"],
    ["admin", "/reviews/crd_1/reviewDetails", "/credentials"],
    ["admin", "/reviewerApplicationsDetails", "/reviewerApplications"],
    ["admin", "/roles", "/users"],
    ["admin", "/appeals", "/quality"],
  ])("marks for a %s on %s the entry %s", (role, path, href) => {
    expect(activeHref(menuOf(sessionOf(role), false), path)).toBe(href);
  });
});
