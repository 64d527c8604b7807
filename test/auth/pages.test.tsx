import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { contract } from "../../shared/contract.ts";
import { signInUninvited } from "../../shared/platform/paths.ts";
import { api, takeTokensFrom } from "../../web/api/client.ts";
import { queries } from "../../web/api/queries.ts";
import { Page as ForgotPassword } from "../../web/auth/forgot-password-page.tsx";
import { Page as RequestSignUp } from "../../web/auth/request-sign-up-page.tsx";
import { Page as ResetPassword } from "../../web/auth/reset-password-page.tsx";
import { currentSession, followSession } from "../../web/session/session-store.ts";
import { invitedAs, tokensFor } from "../support/fixtures/invitation.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import {
  answerInstead,
  left,
  open,
  openDocument,
  openSignIn,
  press,
  said,
  signInAs,
  toasts,
  type,
  typedIn,
} from "../support/portal.tsx";
import { world } from "../support/world.ts";

let school: Organization;
let other: Organization;
const mark = Math.random().toString(36).slice(2, 10);
let guests = 0;
const address = () => `guest${guests++}-${mark}@pages.test`;

beforeAll(async () => {
  [school, other] = [await world.newOrganization("Pages School"), await world.newOrganization("Second Pages School")];
});

const alert = () => screen.findByRole("alert");
/** Lets a call of the portal be refused by a code. */
const refuse = (call: string, status: number, error: { code: string; message: string }) =>
  answerInstead([call], () => Response.json({ error }, { status }));

describe("signing in", () => {
  test("says what is wrong until e-mail or password is edited, and keeps what was typed", async () => {
    openSignIn("/login");
    const asked = vi.spyOn(globalThis, "fetch");
    type("Email", "ada at northwind");
    press("Sign in");
    expect((await alert()).textContent).toBe("Enter a Valid Email");
    expect(asked).not.toHaveBeenCalled();
    const { email } = world.as("Lena");
    type("Email", email);
    expect(screen.queryByRole("alert")).toBeNull();
    type("Password", "not the right one");
    press("Sign in");
    expect((await alert()).textContent).toBe("Wrong email or password!");
    expect(typedIn("Email")).toBe(email);
    type("Password", "another one");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test.each([
    ["ERRORGDELETE", "Sorry, Your Organization Does Not Exist!"],
    ["ERRUSRDELETED", "User Already Deleted!"],
    ["ERRLOGIN", "Wrong email or password!"],
  ])("says to %s: %s", async (code, message) => {
    openSignIn("/login");
    refuse("POST /user/login", 400, { code, message: "" });
    type("Email", "ada@northwind.test");
    press("Sign in");
    expect((await alert()).textContent).toBe(message);
  });

  test("offers to sign up only where an organization is named or remembered", () => {
    openSignIn("/login");
    expect(screen.queryByRole("link", { name: "Sign up" })).toBeNull();
  });

  test("reads the underscores of an organization's name as spaces, and carries it to the request", () => {
    openSignIn(`/login/Pages_School?orgid=${school.organization_id}`);
    expect(screen.getByText(/^New to Pages School\?/)).toBeTruthy();
    const link = screen.getByRole<HTMLAnchorElement>("link", { name: "Sign up" });
    expect(Object.fromEntries(new URL(link.href).searchParams)).toEqual({
      orgid: school.organization_id,
      orgname: "Pages School",
      selfSignUp: "true",
      role: "learner",
    });
  });

  test("does not greet in the name of an organization that may not be there", () => {
    openSignIn("/login/No_Such_Org");
    expect(screen.getByText("to Laurel")).toBeTruthy();
    expect(screen.queryByText("to No Such Org")).toBeNull();
  });

  test("leads who was sent there from a page back to it once another tab has signed in, and ends no session", async () => {
    const lena = school.as("Lena");
    openSignIn("/login?next=%2FmySubmissions");
    dispatchEvent(new StorageEvent("storage"));
    expect(left).toEqual([]);
    await signInAs(lena);
    const [token, asked] = [localStorage.getItem("token"), vi.spyOn(globalThis, "fetch")];
    dispatchEvent(new StorageEvent("storage"));
    expect(left).toEqual(["/mySubmissions"]);
    openSignIn("/login?next=%2FmyCredentials"); // that tab was quicker
    expect(left).toEqual(["/mySubmissions", "/myCredentials"]);
    expect([localStorage.getItem("token"), asked.mock.calls]).toEqual([token, []]);
  });

  test("opens the portal at the page that was asked for", async () => {
    const { email, password } = school.as("Lena");
    openSignIn("/login?next=/mySubmissions");
    type("Email", email);
    type("Password", password);
    press("Sign in");
    await waitFor(() => expect(left).toEqual(["/mySubmissions"]));
  });

  test("signs out whoever was signed in", async () => {
    await signInAs(school.as("Ivan"));
    const { email, password } = school.as("Lena");
    await school.as("Lena").token();
    const leaving = Promise.withResolvers<Response>();
    answerInstead(["POST /user/logout"], () => leaving.promise);
    const asked = vi.spyOn(globalThis, "fetch");
    openSignIn("/login");
    await waitFor(() => expect(currentSession()).toBeUndefined());
    type("Email", email);
    type("Password", password);
    press("Sign in");
    await act(async () => {});
    expect(asked.mock.calls.map(([url]) => url)).toEqual(["/api/user/logout"]); // a sign-out that came in later would end the new session
    leaving.resolve(Response.json({ data: {} }));
    await waitFor(() => expect(left).toEqual(["/"]));
    expect(currentSession()).toMatchObject({ role: "learner", organization_id: school.organization_id });
  });
});

describe("a session", () => {
  const stored = () => ["token", "expires_at", "user", "selected_org"].map((name) => localStorage.getItem(name));
  const nothing = [null, null, null, null];

  test("ends with Logout: nothing of it stays, and sign-in is opened", async () => {
    await open("/profile", school.as("Liv"));
    fireEvent.click(await screen.findByRole("button", { name: /, menu$/ }));
    expect(stored()).not.toContain(null);
    press("Logout");
    await waitFor(() => expect(left).toEqual(["/login"]));
    expect(stored()).toEqual(nothing);
  });

  const unauthorized = () => Response.json({ message: "Unauthorized" }, { status: 401 });
  /** As after the browser was closed by somebody who was not to be remembered: their refresh cookie is gone. */
  beforeEach(() => {
    answerInstead(["POST /user/refresh"], async () => {
      const { status, body } = await world.anyone.call(contract.auth.refresh, {});
      return Response.json(body, { status });
    });
  });
  const runOut = () => localStorage.setItem("expires_at", "0");
  /** Asks for everything again that the page shows, as it does when its window is looked at again. */
  const readAgain = () => act(() => queries.refetchQueries());
  const signedIn = async (person: Person) => {
    await person.token();
    const { email, password } = person;
    return (await world.anyone.call(contract.auth.login, { email, password, isRemember: false })).body.data;
  };
  /** Signs somebody in as another tab does. */
  const signInElsewhere = async (person: Person) => {
    const { token, expires_at, ...user } = await signedIn(person);
    const now = { selected_org: JSON.stringify(user.selected_org), user: JSON.stringify(user), token };
    for (const [key, value] of Object.entries({ ...now, expires_at: String(expires_at) })) {
      localStorage.setItem(key, value);
      act(() => void dispatchEvent(new StorageEvent("storage", { key })));
    }
    return token;
  };

  test("ends with a writing call that is refused though its token was renewed", async () => {
    await signInAs(school.as("Ada"));
    takeTokensFrom(async () => localStorage.getItem("token") ?? undefined);
    answerInstead(["PUT /user/notices", "PUT /organization/user"], unauthorized);
    const again = { organization_id: school.organization_id, invite_id: "inv_1" };
    await expect(api.organization.reinviteUser.send(again)).rejects.toMatchObject({ status: 401 });
    expect(currentSession()).toBeDefined();
    await expect(api.user.markNoticesRead.send({})).rejects.toMatchObject({ status: 401 });
    expect(currentSession()).toBeUndefined();
  });

  test.each<[string, (ivan: Person) => unknown]>([
    ["when its token has run out", runOut],
    ["when its token is broken", () => localStorage.setItem("token", "broken")],
    ["when no header can carry its token", () => localStorage.setItem("token", "a.bröken\n.one")],
    ["when another tab has signed out", () => localStorage.removeItem("token")],
    [
      "when the password was changed elsewhere",
      async (ivan) => {
        const change = { token: ivan.password, password: "a lamp in the harbour" };
        expect(await ivan.call(contract.auth.changePassword, change)).toMatchObject({ status: 200 });
      },
    ],
  ])("that nobody renews is none, %s: a page that only reads leads to sign-in and back", async (_, end) => {
    const ivan = other.as("Ivan");
    await open("/credentials?tab=Draft", ivan);
    await said("No credentials yet");
    await end(ivan);
    await readAgain();
    await waitFor(() => expect(left).toEqual(["/login?next=%2Fcredentials%3Ftab%3DDraft"]));
    expect(stored()).toEqual(nothing);
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });

  test("that is over when a page is opened leads to sign-in and back before anything is said of it", async () => {
    await signInAs(school.as("Ada"));
    runOut();
    await open("/users");
    await waitFor(() => expect(left).toEqual(["/login?next=%2Fusers"]));
    expect([stored(), document.querySelector("main")]).toEqual([nothing, null]);
  });

  test.each([
    ["gets no answer", () => Response.error()],
    ["is answered with 503", () => Response.json({ message: "Service Unavailable" }, { status: 503 })],
    ["is refused by the firewall", () => Response.json({ message: "Forbidden" }, { status: 403 })],
  ])(
    "goes on when its renewal %s: the page says what it can’t load, and loads it once it is tried again",
    async (_, answer) => {
      const ada = school.as("Ada");
      const session = await signedIn(ada);
      await signInAs(ada);
      runOut();
      answerInstead(["POST /user/refresh"], answer);
      await open("/users");
      const [again] = await screen.findAllByRole("button", { name: "Try again" });
      expect([left, stored().includes(null)]).toEqual([[], false]);
      answerInstead(["POST /user/refresh"], () => Response.json({ data: session }));
      fireEvent.click(again!);
      await said(ada.email);
      expect([left, localStorage.getItem("token")]).toEqual([[], session.token]);
    },
  );

  test("that ended in this tab leaves the one that another tab has stored meanwhile", async () => {
    const ada = school.as("Ada");
    const { token, expires_at } = await signedIn(ada);
    await signInAs(ada);
    runOut();
    answerInstead(["POST /user/refresh"], () => {
      localStorage.setItem("token", token);
      localStorage.setItem("expires_at", String(expires_at));
      return unauthorized();
    });
    await open("/users");
    await said(ada.email);
    expect([left, localStorage.getItem("token")]).toEqual([[], token]);
  });

  test("is not gone on with as somebody else whom the browser’s cookie names by now", async () => {
    const leo = await signedIn(school.as("Leo"));
    await signInAs(school.as("Lena"));
    runOut();
    answerInstead(["POST /user/refresh"], () => Response.json({ data: leo }));
    await open("/mySubmissions");
    await waitFor(() => expect(left).toEqual(["/login?next=%2FmySubmissions"]));
    expect(stored()).toEqual(nothing);
  });

  test("hears at once of what another tab does: a new token it goes on with, a sign-out it leaves for", async () => {
    const ada = school.as("Ada");
    await open("/users", ada);
    await said(ada.email);
    const token = await signInElsewhere(ada);
    expect([left, currentSession()?.user.email, localStorage.getItem("token")]).toEqual([[], ada.email, token]);
    for (const key of ["token", "expires_at", "user", "selected_org"]) {
      localStorage.removeItem(key);
      act(() => void dispatchEvent(new StorageEvent("storage", { key })));
    }
    await waitFor(() => expect(left).toEqual(["/login?next=%2Fusers"])); // nothing was asked of the server
  });

  test("that is over leaves pages for anybody where they are", async () => {
    await open("/termsOfService", school.as("Ada"));
    await screen.findByRole("heading", { level: 1 });
    runOut();
    await act(() => expect(api.user.countNotices.send({})).rejects.toMatchObject({ status: 401 }));
    expect([currentSession(), left]).toEqual([undefined, []]);
    expect(screen.getByRole("heading", { level: 1 })).toBeTruthy();
  });

  test("of somebody else in another tab leads this one home as them", async () => {
    await open("/mySubmissions", school.as("Lena"));
    await screen.findByRole("heading", { name: /^My submissions/ });
    followSession(); // the document's start comes after the router's
    const token = await signInElsewhere(school.as("Leo"));
    await waitFor(() => expect(left).toContain("/"));
    expect([new Set(left), localStorage.getItem("token")]).toEqual([new Set(["/"]), token]);
  });

  describe("with something typed", () => {
    const number = "PIC number";
    const dialog = () => screen.findByRole("dialog", { name: "Confirm it’s you" });
    const confirm = async (password: string) => {
      const within_ = within(await dialog());
      fireEvent.change(within_.getByLabelText("Password"), { target: { value: password } });
      fireEvent.click(within_.getByRole("button", { name: "Continue" }));
    };

    test("keeps its page when a read ends it, and its person signs in there", async () => {
      const lena = school.as("Lena");
      await open("/editSCECHProfile", lena);
      await screen.findByLabelText(number);
      type(number, "123456");
      runOut();
      await readAgain();
      await said(/^Your session has ended\. Enter your password to continue\./);
      expect([left, typedIn(number)]).toEqual([[], "123456"]);
      await confirm("not the right one");
      await said("Wrong email or password!");
      await confirm(lena.password);
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
      expect([left, typedIn(number)]).toEqual([[], "123456"]);
      expect(currentSession()).toMatchObject({ user: { email: lena.email }, organization_id: school.organization_id });
    });

    test("keeps its page and is sent by nobody else, when somebody else signs in in another tab", async () => {
      const [lena, leo] = [school.as("Lena"), school.as("Leo")];
      await open("/editSCECHProfile", lena);
      await screen.findByLabelText(number);
      type(number, "123456");
      const token = await signInElsewhere(leo);
      await said(/^This browser is now signed in as someone else\. Enter your password to continue\./);
      expect([left, typedIn(number)]).toEqual([[], "123456"]);
      const asked = vi.spyOn(globalThis, "fetch").mockClear();
      await act(() => expect(api.user.markNoticesRead.send({})).rejects.toMatchObject({ status: 401 }));
      expect([asked.mock.calls, localStorage.getItem("token")]).toEqual([[], token]);
      await confirm(lena.password);
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
      expect([currentSession()?.user.email, typedIn(number), left]).toEqual([lena.email, "123456", []]);
    });

    test("goes on by itself when its person signs in in another tab, and is left for sign-in when they want to", async () => {
      const lena = school.as("Lena");
      await open("/editSCECHProfile", lena);
      await screen.findByLabelText(number);
      type(number, "123456");
      runOut();
      await readAgain();
      await dialog();
      await signInElsewhere(lena);
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
      expect([left, typedIn(number)]).toEqual([[], "123456"]);
      runOut();
      await readAgain();
      fireEvent.click(within(await dialog()).getByRole("button", { name: "Leave this page" }));
      expect([left, stored()]).toEqual([["/login?next=%2FeditSCECHProfile"], nothing]);
    });
  });
});

describe("asking for a sign-up link", () => {
  test("wants an e-mail, works by the organization's name alone, and leads back to sign-in", async () => {
    openSignIn(`/login/${school.name.replaceAll(" ", "_")}`);
    const { pathname, search } = new URL(screen.getByRole<HTMLAnchorElement>("link", { name: "Sign up" }).href);
    document.body.innerHTML = "";
    openDocument(pathname + search, RequestSignUp);
    press("Email me a link");
    expect((await alert()).textContent).toBe("Please enter valid Email");
    type("Email", "nora..newcomer@pages.test");
    expect(screen.queryByRole("alert")).toBeNull();
    press("Email me a link");
    expect((await alert()).textContent).toBe("Please enter valid Email");
    const email = address();
    type("Email", email);
    press("Email me a link");
    await screen.findByText("Sign Up Email Sent");
    const back = screen.getByText<HTMLAnchorElement>("Go Back to Login");
    expect(new URL(back.href).pathname).toBe("/signin");
    expect(await tokensFor(email)).toHaveLength(1);
  });
});

describe("signing up", () => {
  const disabled = (label: string) => screen.getByLabelText<HTMLInputElement>(label).disabled;

  test("knows the role of an address by its number and by its word", async () => {
    for (const role of ["3", "issuer"]) {
      await open(`/signup?email=${address()}&role=${role}&t=used-long-ago`);
      const tab = await screen.findByRole("tab", { name: "Issue Credentials" });
      expect(tab.getAttribute("aria-selected")).toBe("true");
      cleanup();
    }
    await open(`/signup?email=${address()}&role=admin&t=used-long-ago`);
    await waitFor(() => expect(toasts()).toContain("Invitation expired! Please visit the recent email to sign up."));
    expect(screen.queryByRole("tab", { name: "Issue Credentials" })).toBeNull();
  });

  test("of an admin that no longer works leads to a page that says what to do", () => {
    openSignIn(signInUninvited);
    expect(screen.getByText(/ask the person who invited you for a new one/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Sign in" })).toBeTruthy();
  });

  test("is closed by an invitation that is no longer good", async () => {
    await open(`/signup?email=${address()}&role=3&t=used-long-ago`);
    const said = "Invitation expired! Please visit the recent email to sign up.";
    await waitFor(() => expect(screen.getByRole("alert").textContent).toContain(said));
    expect(screen.getByRole("alert").textContent).toContain("ask the person who invited you for a new one");
    expect(within(screen.getByRole("alert")).getByRole("link", { name: "Sign in" }).getAttribute("href")).toBe(
      "/signin",
    );
    for (const label of ["First name", "Last name", "Email", "Password", "Photo (optional)"])
      expect(disabled(label)).toBe(true);
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Sign up" }).disabled).toBe(true);
  });

  test("wants names, a password and the terms, and says so one after the other", async () => {
    const email = address();
    const { token } = await invitedAs(school, { email, role: 4 });
    await open(`/signup?${new URLSearchParams({ email, role: "4", t: token })}`);
    await screen.findByText(`Ada Rivers invited you to ${school.name} as a reviewer.`);
    await said("Step 1 of 4");
    expect(screen.getByRole("tab", { name: "Work as a Reviewer" }).getAttribute("aria-selected")).toBe("true");
    expect(screen.getByRole<HTMLButtonElement>("tab", { name: "Issue Credentials" }).disabled).toBe(true);
    expect(screen.getByText("At least 8 characters. Longer is safer.")).toBeTruthy();
    const button = () => screen.getByRole<HTMLButtonElement>("button", { name: "Sign up" });
    expect(button().disabled).toBe(true);
    fireEvent.click(screen.getByRole("checkbox"));
    expect(button().disabled).toBe(false);
    press("Sign up");
    expect((await alert()).textContent).toBe("Please provide both first and last name");
    type("First name", "N".repeat(40));
    expect(typedIn("First name")).toHaveLength(30);
    type("Last name", "Newcomer");
    press("Sign up");
    expect((await alert()).textContent).toBe("Please enter a valid Password");
    type("Password", "short");
    press("Sign up");
    expect((await alert()).textContent).toBe("Password must be atleast 8 characters");
    expect(typedIn("Last name")).toBe("Newcomer");
    expect(screen.getByLabelText<HTMLInputElement>("Email").readOnly).toBe(true);
    type("Password", "a lamp in the harbour");
    refuse("POST /user/signup", 400, { code: "invitation.invalid-token", message: "Invalid Token" });
    press("Sign up");
    await waitFor(() => expect(screen.getByRole("alert").textContent).toBe("Invitation expired!"));
    refuse("POST /user/signup", 409, { code: "auth.email-in-use", message: "Email address is already in use" });
    press("Sign up");
    await waitFor(() => expect(screen.getByRole("alert").textContent).toBe("Email address is already in use"));
  });

  test("by oneself is under an address one may change, and leads a learner over their profiles to the start", async () => {
    const email = address();
    await world.anyone.call(contract.auth.inviteSelf, {
      invitations: [{ email, organization_id: school.organization_id }],
    });
    const [token] = await tokensFor(email);
    const portal = await open(`/signup?${new URLSearchParams({ email, role: "5", selfSignUp: "true", t: token! })}`);
    await screen.findByText(`You’re joining ${school.name} as a learner.`);
    expect(screen.queryByRole("tab")).toBeNull();
    fireEvent.click(screen.getByRole("checkbox"));
    type("First name", "Nora");
    type("Last name", "Newcomer");
    type("Email", "nora at home");
    press("Start learning");
    expect((await alert()).textContent).toBe("Enter a Valid Email");
    type("Email", "nora@home.test");
    press("Start learning");
    expect((await alert()).textContent).toBe(
      `This link was sent to ${email}. To use another address, request a new link below.`,
    );
    const another = screen.getByRole<HTMLAnchorElement>("link", { name: "Request a link" });
    expect(new URL(another.href).searchParams.get("orgname")).toBe(school.name);
    type("Email", email.toUpperCase());
    type("Password", "a lamp in the harbour");
    press("Start learning");
    await screen.findByLabelText(/^Your title/);
    expect(portal.path()).toBe("/editLernerProfile");
    await said("Step 2 of 3");
    expect(screen.queryByRole("navigation", { name: "Main menu" })).toBeNull();
    expect(screen.queryByLabelText("First name")).toBeNull(); // asked for a moment ago
    press("Continue");
    await screen.findByLabelText("PIC number");
    await said("Step 3 of 3");
    expect(portal.path()).toBe("/editSCECHProfile");
    expect(screen.queryByRole("link", { name: /Your profile/ })).toBeNull();
    press("Skip");
    await waitFor(() => expect(portal.path()).toBe("/"));
  });
});

describe("an account is completed step by step", () => {
  const step = () => screen.getByRole("list", { name: "Account setup steps" }).querySelector("[aria-current]");

  test("in a frame without the menu, which says who invited and as what", async () => {
    const email = address();
    const { token } = await invitedAs(school, { email, role: 4 });
    await open(`/signup?${new URLSearchParams({ email, role: "4", t: token })}`);
    await said("Step 1 of 4");
    fireEvent.click(screen.getByRole("checkbox"));
    type("First name", "Nora");
    type("Last name", "Newcomer");
    type("Password", "a lamp in the harbour");
    press("Sign up");
    await said("Your reviewer profile");
    await said("Step 2 of 4");
    await said(`Ada Rivers invited you to ${school.name} as a reviewer.`);
    expect(step()?.textContent).toBe("2Your profile");
    expect(screen.queryByRole("navigation", { name: "Main menu" })).toBeNull();
    expect(screen.getByRole("button", { name: "Nora Newcomer, menu" })).toBeTruthy();
    cleanup();
    await open("/openJobs");
    await said("Tell us what you can review");
    expect(screen.queryByText(/^Step /)).toBeNull();
  });

  test("and what is changed later is changed in the usual frame", async () => {
    const rita = await acceptedReviewer(school, "Ray");
    await open("/editReviewerProfile", rita);
    await said("Your reviewer profile");
    expect(screen.queryByText(/^Step /)).toBeNull();
    cleanup();
    await open("/editLernerProfile", school.as("Lena"));
    await said("Your learner profile");
    expect(screen.queryByText(/^Step /)).toBeNull();
  });

  test("an issuer chooses between the organization's name and their own", async () => {
    const { name, version } = (await school.as("Ada").call(contract.organization.read, {})).body.data;
    const described = { name, version, description: "A school of pages." };
    expect(await school.as("Ada").call(contract.organization.update, described)).toMatchObject({ status: 200 });
    const portal = await open("/completeYourAccount", school.as("Isa"));
    await said("Step 2 of 3");
    expect((await screen.findByLabelText<HTMLInputElement>("Name")).readOnly).toBe(true);
    fireEvent.click(screen.getByRole("radio", { name: "A different name" }));
    expect(screen.getByLabelText<HTMLInputElement>("Name").readOnly).toBe(false);
    type("Name", "Department of Reading");
    fireEvent.click(screen.getByRole("radio", { name: school.name }));
    expect(typedIn("Name")).toBe(school.name);
    fireEvent.click(screen.getByRole("radio", { name: "A different name" }));
    type("Name", "Department of Reading");
    press("Continue");
    await said("Your account is ready");
    expect(portal.path()).toBe("/successScreen");
    const { body } = await school.as("Isa").call(contract.reviewer.readIssuerProfile, {});
    expect(body.data.profile).toMatchObject({ organization_name: "Department of Reading", is_internal: false });
  });
});

describe("a link that has done its work", () => {
  test.each([5, 2])("greets its signed-in owner and leads on, whatever it invited to: %i", async (role) => {
    const lena = school.as("Lena");
    await signInAs(lena);
    const link = { email: lena.email.toUpperCase(), role: String(role), t: "used-long-ago" };
    const portal = await open(`/signup?${new URLSearchParams(link)}`);
    await said("Welcome back, Lena");
    await said(new RegExp(`^You’re signed in to ${school.name} as a learner\\.`));
    expect(currentSession()).toBeDefined();
    fireEvent.click(screen.getByRole("link", { name: `Go to ${school.name}` }));
    await waitFor(() => expect(portal.path()).toBe("/"));
  });

  test("does not greet somebody else", async () => {
    await signInAs(school.as("Leo"));
    await open(`/signup?${new URLSearchParams({ email: school.as("Lena").email, role: "5", t: "used-long-ago" })}`);
    await said(/^Invitation expired!/);
    expect(screen.queryByText(/^Welcome back/)).toBeNull();
  });
});

describe("somebody with an account who is invited elsewhere", () => {
  test("is led to sign in, and joins", async () => {
    const lena = other.as("Lena");
    await lena.token();
    const { email, password } = lena;
    const { token } = await invitedAs(school, { email, role: 4 });
    await open(`/signup?${new URLSearchParams({ email, role: "4", t: token })}`);
    const link = await screen.findByRole<HTMLAnchorElement>("link", { name: "Sign in to join" });
    const { pathname, search } = new URL(link.href);

    openSignIn(pathname + search);
    expect(typedIn("Email")).toBe(email);
    type("Password", password);
    press("Sign in");
    await waitFor(() => expect(left).toEqual(["/"]));
    expect(toasts()).toContain(`You joined ${school.name}.`);
    expect(currentSession()).toMatchObject({ role: "reviewer", organization_id: school.organization_id });
    expect(currentSession()!.user.organizations).toHaveLength(2);

    left.length = 0;
    openSignIn(`${pathname}${search}&next=%2Fprofile`);
    const [again] = screen.getAllByLabelText("Password").slice(-1);
    fireEvent.change(again!, { target: { value: password } });
    fireEvent.click(screen.getAllByRole("button", { name: "Sign in" }).at(-1)!);
    await waitFor(() => expect(left).toEqual(["/organizations/choose?next=%2Fprofile"]));
    expect(toasts()).toContain("Invitation expired!");
    const portal = await open("/mySubmissions?tab=Draft");
    await screen.findByRole("heading", { name: "Choose an organization" });
    expect(portal.path()).toBe("/organizations/choose?next=%2FmySubmissions%3Ftab%3DDraft");
    fireEvent.click(screen.getByRole("button", { name: new RegExp(other.name) }));
    expect(left.at(-1)).toBe("/mySubmissions?tab=Draft");
    expect(currentSession()).toMatchObject({ role: "learner", organization_id: other.organization_id });
  });

  test("cannot use what was sent to somebody else", async () => {
    const [leo, liv] = [other.as("Leo"), other.as("Liv")];
    await Promise.all([leo.token(), liv.token()]);
    const { token } = await invitedAs(school, { email: leo.email, role: 5 });
    openSignIn(`/login?${new URLSearchParams({ email: leo.email, invitation: token })}`);
    type("Email", liv.email);
    type("Password", liv.password);
    press("Sign in");
    await waitFor(() => expect(left).toEqual(["/"]));
    const said = `This invitation is for ${leo.email}. Sign in with that email address to accept it.`;
    expect(toasts()).toContain(said);
    expect(currentSession()).toMatchObject({ organization_id: other.organization_id });
  });

  test("joins at once when signed in", async () => {
    const rita = other.as("Rita");
    await signInAs(rita);
    const { token } = await invitedAs(school, { email: rita.email, role: 5 });
    const portal = await open(`/signup?${new URLSearchParams({ email: rita.email, role: "5", t: token })}`);
    await screen.findByRole("button", { name: `Join ${school.name}` });
    press(`Join ${school.name}`);
    await waitFor(() => expect(currentSession()).toMatchObject({ organization_id: school.organization_id }));
    await waitFor(() => expect(portal.path()).toBe("/"));
  });
});

describe("a forgotten password", () => {
  test("of an address nobody has is said so, and the address kept", async () => {
    openDocument("/forgotpassword", ForgotPassword);
    press("Reset Password");
    expect((await alert()).textContent).toBe("Please enter valid Email");
    const email = address();
    type("Email", email);
    press("Reset Password");
    expect((await alert()).textContent).toBe("Sorry we don't recognise this email address");
    expect(typedIn("Email")).toBe(email);
  });

  test("is set anew with the mailed link: two equal passwords of eight characters", async () => {
    const leo = school.as("Leo");
    await leo.token();
    await signInAs(leo);
    openDocument("/forgotpassword", ForgotPassword);
    type("Email", leo.email);
    press("Reset Password");
    await screen.findByText("Reset Email Sent");
    const token = (await tokensFor(leo.email)).at(-1)!;
    document.body.innerHTML = "";
    openDocument(`/resetpassword/${leo.email}?t=${token}`, ResetPassword);
    press("Set password");
    expect((await alert()).textContent).toBe("Please enter valid Password");
    type("New password", "short");
    type("Confirm password", "short");
    press("Set password");
    expect((await alert()).textContent).toBe("Password must be atleast 8 characters");
    type("New password", "a lamp in the harbour");
    type("Confirm password", "a lamp in the dark");
    press("Set password");
    expect((await alert()).textContent).toBe("Password field does not match");
    type("Confirm password", "a lamp in the harbour");
    press("Set password");
    await screen.findByText("Your password has been reset successfully. Please sign in to your account.");
    expect(screen.getByText("Your new password has been set successfully")).toBeTruthy();
    const back = screen.getByText<HTMLAnchorElement>("Back to sign in");
    expect([back.pathname, screen.queryByLabelText("New password")]).toEqual(["/signin", null]);
    expect(["token", "user"].map((name) => localStorage.getItem(name))).toEqual([null, null]); // other tabs hear of it
  });
});
