import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { contract } from "../../shared/contract.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import type { Organization } from "../support/organization.ts";
import { answerInstead, left, open, press, signInAs, windowWidth } from "../support/portal.tsx";
import { world } from "../support/world.ts";

let school: Organization;
const guests = 12;

beforeAll(async () => {
  school = await world.newOrganization("Framed School");
  const mark = Math.random().toString(36).slice(2, 10);
  const invitations = Array.from({ length: guests }, (_, at) => ({ email: `guest${at}-${mark}@pages.test`, role: 5 }));
  expect(await school.as("Ada").call(contract.organization.inviteUsers, { invitations })).toMatchObject({
    status: 200,
  });
});

/** What the portal asks one call from now on, newest last. */
function askedOf(path: string): () => Record<string, string>[] {
  const asked = vi.spyOn(globalThis, "fetch");
  return () =>
    asked.mock.calls
      .map(([address]) => new URL(String(address), world.origin))
      .filter(({ pathname }) => pathname === `/api${path}`)
      .map(({ searchParams }) => Object.fromEntries(searchParams));
}

const logo = () => screen.queryByRole("link", { name: "Laurel, home" });
const openMenu = () => fireEvent.click(screen.getByRole("button", { name: /, menu$/ }));

describe("the frame", () => {
  const usual = window.innerWidth;
  afterAll(() => windowWidth(usual));
  const menu = () => document.querySelector<HTMLElement>(".side-menu")!;

  test("shows one entry of the menu as the open one, also where a group leads to the page of its first entry", async () => {
    windowWidth(1440);
    const portal = await open("/openJobs", school.as("Rita"));
    await screen.findByText("Tell us what you can review");
    const current = () =>
      within(menu())
        .getAllByRole("link")
        .filter((link) => link.getAttribute("aria-current") === "page")
        .map(({ textContent }) => textContent);
    expect(current()).toEqual(["Open jobs"]);
    fireEvent.click(within(menu()).getByRole("link", { name: "Jobs" }));
    await waitFor(() => expect(current()).toEqual(["Assigned credentials"]));
    expect(portal.path()).toBe("/assignedCredentials");
  });

  test("has its menu open on a wide window, the logo beside it, and the person's menu with the way out", async () => {
    windowWidth(1440);
    await open("/openJobs", school.as("Rita"));
    await screen.findByText("Tell us what you can review");
    expect(logo()).toBeTruthy();
    expect(within(menu()).getByRole("link", { name: "Accepted jobs" })).toBeTruthy();
    openMenu();
    expect(screen.getByText(/Reviewer$/, { selector: ".menu-who" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Logout" })).toBeTruthy();
    fireEvent.click(screen.getByRole("link", { name: "Profile" }));
    await screen.findByText("Your profile");
    expect(screen.queryByRole("button", { name: "Logout" })).toBeNull();
    expect(document.querySelector(".bar .avatar-online")).toBeTruthy();
  });

  test("hides Profile where a reviewer waits for the decision, and ticks no step of who hasn’t applied", async () => {
    await open("/approvalPending", school.as("Rita"));
    await screen.findByText("You haven’t applied yet");
    expect(screen.queryByRole("list", { name: "Account setup steps" })).toBeNull();
    openMenu();
    expect(screen.getByRole("button", { name: "Logout" })).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Profile" })).toBeNull();
  });

  test("collapses its menu on a tablet, and opens it with its submenus under the pointer", async () => {
    windowWidth(1220);
    await open("/UserHelp", school.as("Rita"));
    await screen.findByRole("heading", { level: 2, name: "Jobs" });
    await waitFor(() => expect(logo()).toBeNull());
    fireEvent.pointerEnter(menu(), { pointerType: "touch" });
    expect(logo()).toBeNull();
    fireEvent.pointerEnter(menu(), { pointerType: "mouse" });
    await waitFor(() => expect(logo()).toBeTruthy());
    expect(await within(menu()).findByRole("link", { name: "Open jobs" })).toBeTruthy();
    fireEvent.pointerLeave(menu(), { pointerType: "mouse" });
    await waitFor(() => expect(logo()).toBeNull());
    const pressInMenu = (name: string) => fireEvent.click(within(menu()).getByRole("button", { name }));
    pressInMenu("Open the menu");
    await waitFor(() => expect(logo()).toBeTruthy());
    pressInMenu("Close the menu");
    await waitFor(() => expect(logo()).toBeNull());
  });

  test("shows its menu on a phone when asked, and closes it 100 ms after an entry is followed", async () => {
    windowWidth(767);
    const portal = await open("/UserHelp", school.as("Lena"));
    await screen.findByRole("heading", { level: 2, name: "Certificates" });
    expect(logo()).toBeNull();
    fireEvent.click(screen.getAllByRole("button", { name: "Open the menu" })[0]!);
    await waitFor(() => expect(logo()).toBeTruthy());
    const later: (() => void)[] = [];
    const real = globalThis.setTimeout;
    vi.spyOn(globalThis, "setTimeout").mockImplementation(((work: () => void, ms?: number, ...rest: unknown[]) => {
      if (ms !== 100) return real(work, ms, ...rest);
      later.push(work);
      return 0;
    }) as typeof setTimeout);
    fireEvent.click(within(menu()).getByRole("link", { name: "My submissions" }));
    await waitFor(() => expect(portal.path()).toBe("/mySubmissions"));
    expect(logo()).toBeTruthy();
    expect(later).not.toEqual([]);
    act(() => {
      for (const work of later) work();
    });
    await waitFor(() => expect(logo()).toBeNull());
  });

  test("on a phone a list is cards: what a row is called, its other columns by name, and its menu", async () => {
    windowWidth(390);
    await open("/users", school.as("Ada"));
    const cards = await within(await screen.findByRole("list", { name: "Users" })).findAllByRole("listitem");
    expect(screen.queryByRole("table")).toBeNull();
    const lena = cards.find((card) => card.textContent.includes(school.as("Lena").email))!;
    expect(
      within(lena)
        .getAllByRole("term")
        .map(({ textContent }) => textContent),
    ).toEqual(["Role", "Email", "Status", "Since"]);
    within(lena).getByRole("button", { name: /^Actions for Lena/ });
    expect(screen.getByRole("button", { name: "Invite people" }).closest(".thumb-bar")).toBeTruthy();
  });

  test("on a phone the menu opens by a press in the moment its button is there", async () => {
    windowWidth(390);
    void open("/UserHelp", school.as("Lena"));
    await waitFor(() => document.getElementById("menu-button")!.click());
    await screen.findByRole("link", { name: "Laurel, home" });
  });

  test("on a phone Escape closes the menu, and the focus goes back to its button", async () => {
    windowWidth(390);
    await open("/UserHelp", school.as("Lena"));
    fireEvent.click(await screen.findByRole("button", { name: "Open the menu" }));
    await screen.findByRole("link", { name: "Laurel, home" });
    fireEvent.keyDown(document.body, { key: "Escape" });
    await waitFor(() => expect(screen.queryByRole("link", { name: "Laurel, home" })).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Open the menu" }));
  });
});

describe("an address", () => {
  test("behind sign-in leads there and back", async () => {
    await open("/mySubmissions?tab=Draft");
    await waitFor(() => expect(left).toHaveLength(1));
    const { pathname, searchParams } = new URL(left[0]!, world.origin);
    expect([pathname, searchParams.get("next")]).toEqual(["/login", "/mySubmissions?tab=Draft"]);
  });

  test("of the learner's old form leads to the page itself, query and all", async () => {
    const portal = await open("/learner/mySubmissions?tab=Completed", school.as("Lena"));
    await screen.findByText("Nothing completed yet");
    expect(portal.path()).toBe("/mySubmissions?tab=Completed");
  });

  test("carries tab, filter and page over a reload, and the back button goes through them", async () => {
    const asked = askedOf("/organization/user/list");
    const portal = await open("/users?tab=pending&role=5&page=2", school.as("Ada"));
    await screen.findByText(/^\(12\)$/);
    expect(asked().at(-1)).toMatchObject({ status: "pending", role: "5", offset: "10", limit: "10" });
    expect(screen.getAllByRole("rowheader")).toHaveLength(2);
    for (const tab of ["View All", "Pending"]) expect(screen.getByRole("button", { name: tab })).toBeTruthy();
    press("Active");
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ status: "active", role: "5", offset: "0" }));
    expect(portal.path()).toBe("/users?tab=active&role=5");
    await portal.back();
    await waitFor(() => expect(screen.getAllByRole("rowheader")).toHaveLength(2));
    expect(portal.path()).toBe("/users?tab=pending&role=5&page=2");
  });

  test("of an invitation that does not say whom it is for leads to a closed form", async () => {
    await open("/signup?role=5&t=cut-off");
    await screen.findByText("Invitation expired! Please visit the recent email to sign up.");
    expect(screen.getByLabelText<HTMLInputElement>("First name").disabled).toBe(true);
  });

  test("of another role's page says so, and an unknown one that nothing is there", async () => {
    await open("/paymenthistory", school.as("Lena"));
    await screen.findByText("You don’t have access to this page");
    await open("/nowhere");
    await screen.findByText("Page not found");
  });
});

describe("what cannot be shown", () => {
  /** The number and the title of the page that stands there instead. */
  const instead = async (title: string) => {
    await screen.findByRole("heading", { name: title });
    vi.mocked(console.error).mockClear(); // React tells what the page's boundary shows
    return document.querySelector(".message-number")?.textContent;
  };

  test("is refused as 403 where the role may not read it, and is no failure to try again", async () => {
    const denied = { error: { code: "access.denied", message: "Your role doesn’t allow this." } };
    answerInstead(["GET /user/profile"], () => Response.json(denied, { status: 403 }));
    await open(`/profile/${school.as("Leo").user_id}`, school.as("Lena"));
    expect(await instead("You don’t have access to this page")).toBe("403");
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });

  test("is missing as 404 where it is another's, or an address names nothing there can be", async () => {
    await open(`/profile/${school.as("Leo").user_id}`, school.as("Lena"));
    expect(await instead("Page not found")).toBe("404");
    cleanup();
    await open("/profile/nonsense", school.as("Ada"));
    expect(await instead("Page not found")).toBe("404");
    cleanup();
    await open("/credential/details/org_1/nonsense", school.as("Ada"));
    expect(await instead("Page not found")).toBe("404");
  });

  test.each([
    ["/organizationDetails", "Sam"],
    ["/successScreen", "Lena"],
    ["/successScreen", "Ada"],
  ] as const)("is not for the role: %s for %s", async (path, name) => {
    await open(path, name === "Sam" ? world.as(name) : school.as(name));
    expect(await instead("You don’t have access to this page")).toBe("403");
  });
});

/** Answers one list of the portal with something else from now on. */
const answerData = (path: string, answer: (query: URLSearchParams) => unknown) =>
  answerInstead([`GET ${path}`], ({ request }) => Response.json({ data: answer(new URL(request.url).searchParams) }));

describe("a list", () => {
  test.each([
    ["/users?tab=pending", "/organization/user/list", "users", "No pending invitations"],
    ["/credentials?tab=rejected", "/credential/list", "credentials", "No rejected credentials"],
    [
      "/reviewerApplications?tab=resubmitted",
      "/reviewer-application/list",
      "applications",
      "No resubmitted applications",
    ],
  ])(
    "with nothing in a tab has words for it, and others where nothing matches: %s",
    async (path, call, rows, words) => {
      answerData(call, () => ({ [rows]: [], total: 0 }));
      await open(path, school.as("Ada"));
      await screen.findByText(words);
      expect(screen.queryByText("No matches")).toBeNull();
      if (!screen.queryByRole("searchbox")) return;
      cleanup();
      await open(`${path}&q=nothing-of-the-kind`);
      await screen.findByText("No matches");
      expect(screen.queryByText(words)).toBeNull();
    },
  );

  test("of drafts says to a reviewer that they are private, whatever was searched for in another tab", async () => {
    await open("/submissions?tab=Draft&q=left-over", await acceptedReviewer(school, "Rita"));
    await screen.findByText("Drafts are private to learners");
    expect(screen.queryByText("No matches")).toBeNull();
  });

  test.each([
    ["/appeals", "Open appeals"],
    ["/acceptedJobs", "In progress"],
    ["/organizations", "Active"],
    ["/users", undefined],
  ])("that its first choice narrows says so on a phone, and no other does: %s", async (path, shown) => {
    const usual = window.innerWidth;
    windowWidth(390);
    const who = { "/acceptedJobs": school.as("Rita"), "/organizations": world.as("Sam") }[path] ?? school.as("Ada");
    await open(path, who);
    await screen.findByRole("button", { name: shown ? "Filter (1)" : "Filter" });
    expect(screen.queryByText(/^Filtered by/)?.textContent).toBe(shown && `Filtered by ${shown}`);
    cleanup();
    windowWidth(usual);
  });

  test("of submissions leads to no browsing in an archived organization", async () => {
    await signInAs(school.as("Lena"));
    const { organizations, ...user } = JSON.parse(localStorage.getItem("user") ?? "{}");
    const archived = organizations.map((each: object) => ({ ...each, archived: true }));
    localStorage.setItem("user", JSON.stringify({ ...user, organizations: archived }));
    await open("/mySubmissions");
    await screen.findByText("No submissions yet");
    expect(screen.queryByRole("button", { name: "Browse credentials" })).toBeNull();
  });

  test("of cards goes on by the cursor of the page before", async () => {
    const asked: (string | null)[] = [];
    answerData("/user/mycredentials", (query) => {
      asked.push(query.get("cursor") ?? query.get("offset"));
      const at = asked.length;
      return {
        credentials: [
          {
            application_id: `app_${at}`,
            cred_id: `crd_${at}`,
            credential_id: `crd_${at}`,
            title: `Earned ${at}`,
            organization_id: "org_1",
            user_id: "usr_1",
            issuer_name: "School",
            earned_on: "2026-11-05T00:00:00Z",
            certificate_hidden: false,
          },
        ],
        total: 13,
        cursor: "after the first page",
      };
    });
    await open("/myCredentials", school.as("Lena"));
    await screen.findByText("Earned 1");
    fireEvent.click(screen.getByRole("button", { name: "Next page" }));
    await screen.findByText("Earned 2");
    expect(asked).toEqual(["0", "after the first page"]);
  });

  test("of payments keeps two of its shares for a desktop's window, until they are asked for", async () => {
    const usual = window.innerWidth;
    const columns = async (widthPx: number) => {
      windowWidth(widthPx);
      await open("/paymenthistory", school.as("Ada"));
      await screen.findByText("No payments yet");
      const names = screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
      cleanup();
      return names;
    };
    expect(await columns(1221)).toEqual(expect.arrayContaining(["Issuer", "Platform", "Organization"]));
    const fewer = await columns(1220);
    windowWidth(usual);
    expect(fewer).toContain("Organization");
    expect(fewer).not.toContain("Issuer");
    expect(fewer).not.toContain("Platform");
  });

  test("shows the columns somebody has chosen, with as many rows, also the next time", async () => {
    const asked = askedOf("/organization/user/list");
    const columns = () => screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
    await open("/users", school.as("Ada"));
    await waitFor(() => expect(screen.getAllByRole("rowheader")).toHaveLength(10));
    expect(columns()).toContain("Email");
    press("Table preferences");
    const dialog = within(await screen.findByRole("dialog", { name: "Table preferences" }));
    fireEvent.click(dialog.getByRole("checkbox", { name: "Email" }));
    fireEvent.click(dialog.getByRole("radio", { name: "20" }));
    fireEvent.click(dialog.getByRole("button", { name: "Confirm" }));
    await waitFor(() => expect(columns()).not.toContain("Email"));
    await waitFor(() => expect(asked().at(-1)).toHaveProperty("limit", "20"));
    cleanup();
    await open("/users", school.as("Ada"));
    await waitFor(() => expect(screen.getAllByRole("rowheader").length).toBeGreaterThan(10));
    expect(columns()).not.toContain("Email");
  });

  test("keeps compact rows for one table, also the next time, and leaves the others as they are", async () => {
    const compact = () => document.querySelector("[class*='awsui-context-compact-table']") !== null;
    await open("/users", school.as("Ada"));
    await screen.findAllByRole("rowheader");
    expect(compact()).toBe(false);
    press("Table preferences");
    const dialog = within(await screen.findByRole("dialog", { name: "Table preferences" }));
    fireEvent.click(dialog.getByRole("checkbox", { name: /^Compact rows/ }));
    fireEvent.click(dialog.getByRole("button", { name: "Confirm" }));
    await waitFor(() => expect(compact()).toBe(true));
    cleanup();
    await open("/users", school.as("Ada"));
    await screen.findAllByRole("rowheader");
    expect(compact()).toBe(true);
    cleanup();
    await open("/credentials", school.as("Ada"));
    await screen.findByRole("table");
    expect(compact()).toBe(false);
  });

  test("goes from a page past its end to its last, and on by the cursor of the page before", async () => {
    const asked = askedOf("/organization/user/list");
    const portal = await open("/users?tab=pending&page=99", school.as("Ada"));
    await waitFor(() => expect(portal.path()).toBe("/users?tab=pending&page=2"));
    await waitFor(() => expect(screen.getAllByRole("rowheader")).toHaveLength(2));
    const turn = (name: string) => fireEvent.click(screen.getAllByRole("button", { name })[0]!);
    turn("Previous page");
    await waitFor(() => expect(screen.getAllByRole("rowheader")).toHaveLength(10));
    turn("Next page");
    await waitFor(() => expect(asked().at(-1)).toHaveProperty("cursor"));
    expect(asked().at(-1)).not.toHaveProperty("offset");
    await waitFor(() => expect(screen.getAllByRole("rowheader")).toHaveLength(2));
  });

  test("too long for offsets numbers the pages they reach, and goes on one by one from there", async () => {
    const asked: string[] = [];
    answerInstead(["GET /organization/user/list"], ({ request }) => {
      const query = new URL(request.url).searchParams;
      asked.push(query.get("cursor") ?? query.get("offset") ?? "");
      const users = [{ invite_id: `inv_${asked.length}`, email: `${asked.at(-1)}@pages.test`, role: 5 }].map(
        (user) => ({
          ...user,
          first_name: "",
          last_name: "",
          status: "pending",
          created_on: "2026-11-05T00:00:00Z",
          editable: false,
        }),
      );
      return Response.json({ data: { users, total: 100_000, cursor: `after-${asked.at(-1)}` } });
    });
    const portal = await open("/users?page=5000", school.as("Ada"));
    await screen.findAllByText("10000@pages.test");
    await waitFor(() => expect(portal.path()).toBe("/users?page=1001"));
    fireEvent.click(screen.getAllByRole("button", { name: "Next page" })[0]!);
    await screen.findAllByText("after-10000@pages.test");
    expect(portal.path()).toBe("/users?page=1002");
    expect(asked).toEqual(["10000", "after-10000"]);
  });
});

test("somebody in a custom role begins at the credentials, and finds their own pages", async () => {
  const cy = school.as("Cy");
  const portal = await open("/", cy);
  await screen.findByText("No credentials yet");
  expect(screen.getAllByRole("button", { name: "Create credential" })).not.toEqual([]);
  fireEvent.click(screen.getAllByRole("link", { name: "My credentials" })[0]!);
  await waitFor(() => expect(portal.path()).toBe("/mycredentials"));
  expect(await screen.findAllByText("My credentials", { selector: "h1, h1 *" })).not.toEqual([]);
});
