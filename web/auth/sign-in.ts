import * as paths from "../../shared/platform/paths.ts";
import { ApiError, lostConnection } from "../api/api-error.ts";
import { api } from "../api/client.ts";
import { endSession } from "../api/end-session.ts";
import { sendOnce } from "../api/send-once.ts";
import { storedToken } from "../api/token.ts";
import { beginSession, currentSession, forgetSession } from "../session/session-store.ts";
import { element } from "../ui/element.ts";
import { wordsFor } from "../ui/words.ts";
import { isEmail } from "./email.ts";
import { safePath } from "./safe-path.ts";
import { brandedOrganization, lastOfPath } from "./visitor.ts";

/** What the sign-in page says to each refusal: shared/auth/README.md, "Sign-in". */
const messages: Readonly<Record<string, string>> = {
  ERRINVALIDEMAIL: "Enter a Valid Email",
  ERRORGDELETE: "Sorry, Your Organization Does Not Exist!",
  ERRUSRDELETED: "User Already Deleted!",
};

const isCodeNeeded = (error: unknown) => error instanceof ApiError && error.code === "auth.code-needed";
const isUnanswered = ({ status }: ApiError) => status === 0 || status >= 429;

/**
 * Makes the sign-in page work: web/sign-in.html holds everything it names. Opening it signs out, but for who was led here
 * from a page: they go back to it once another tab has signed in. The sign-up link shows only where an organization is named
 * or remembered. Who comes with an invitation joins its organization.
 */
export function openSignIn(): void {
  const find = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
  const [form, button] = [find<HTMLFormElement>("sign-in"), find<HTMLButtonElement>("send")];
  const [email, password, remember] = ["email", "password", "remember"].map((id) => find<HTMLInputElement>(id)) as [
    HTMLInputElement,
    HTMLInputElement,
    HTMLInputElement,
  ];
  const query = new URLSearchParams(location.search);
  const invited = query.get("email") ?? "";
  const token = query.get("invitation");
  const next = safePath(query.get("next"));
  if (email.value === "") email.value = invited;
  find("year").textContent = String(new Date().getFullYear());
  greet(form, query);
  followConnection(find("connection"));
  bringPortal(form);

  /** Whoever was signed in leaves first: a sign-out that comes in later would end the new session, too. */
  let leaving: Promise<unknown> | undefined;
  const stored = storedToken();
  const isLed = next !== undefined && !token;
  if (isLed && currentSession()) location.replace(next);
  else if (stored) {
    forgetSession();
    leaving = endSession(stored.token);
  }

  const clear = () => {
    for (const said of form.querySelectorAll("[role=alert]")) said.remove();
    for (const field of [email, password]) {
      field.setAttribute("aria-invalid", "false");
      field.removeAttribute("aria-describedby");
    }
  };
  const sayAt = (field: HTMLInputElement, words: string) => {
    const id = `${field.id}-error`;
    field.after(element("span", { id, class: "light-error", role: "alert" }, words));
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", id);
    field.focus();
  };
  const say = (words: string) => form.prepend(element("p", { class: "light-alert", role: "alert" }, words));
  for (const event of ["input", "change"]) form.addEventListener(event, clear);

  const explain = (error: unknown) => {
    if (!(error instanceof ApiError)) reportError(error);
    if (!(error instanceof ApiError) || isUnanswered(error)) return say(wordsFor(error));
    sayAt(error.code in messages ? email : password, messages[error.code] ?? "Wrong email or password!");
  };

  const enter = async (session: Parameters<typeof beginSession>[0]) => {
    beginSession(session);
    if (token) {
      const { join } = await import("./join.ts");
      await join({ email: invited, token });
    }
    const chosen = currentSession()?.role !== undefined;
    location.replace(
      chosen ? (next ?? paths.home) : next ? paths.chooseOrganizationThen(next) : paths.chooseOrganization,
    );
  };

  let isBusy = false;
  const setBusy = (now: boolean) => {
    isBusy = now;
    button.setAttribute("aria-busy", String(now));
  };
  const send = async () => {
    if (isBusy) return;
    clear();
    const typed = { email: email.value.trim(), password: password.value, isRemember: remember.checked };
    if (!isEmail(typed.email)) return sayAt(email, messages.ERRINVALIDEMAIL!);
    setBusy(true);
    try {
      await leaving;
      await enter(await sendOnce(api.auth.login, { ...typed, ...(token && { token }) })); // busy until this document is left
    } catch (error) {
      const asked = isCodeNeeded(error) ? await import("./sign-in-code.ts").catch(lostConnection) : undefined;
      setBusy(false);
      if (asked && "askForCode" in asked) return asked.askForCode(form, enter);
      explain(asked ?? error);
    }
  };
  addEventListener("storage", () => {
    if (isLed && !isBusy && form.isConnected && currentSession()) location.replace(next);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void send();
  });
  form.classList.add("ready");
}

/** Says what to do about an invitation that no longer works, and offers to sign up where an organization is named or remembered. */
function greet(form: HTMLElement, query: URLSearchParams): void {
  if (query.has("expired")) {
    const words = "If the link in your newest invitation doesn’t work, ask the person who invited you for a new one.";
    form.before(element("p", { class: "light-hint" }, words));
  }
  const organization = brandedOrganization(
    location.pathname.startsWith(`${paths.login}/`) ? lastOfPath() : undefined,
    query.get("orgid"),
  );
  if (organization === undefined) return;
  const { id, name } = organization;
  const href = paths.requestSignUpAt({ ...(id ? { orgid: id } : {}), orgname: name });
  form.append(element("p", {}, `New to ${name}? `, element("a", { href }, "Sign up")));
}

/** A quiet bar while the connection is lost. */
function followConnection(bar: HTMLElement): void {
  const show = () => {
    bar.className = navigator.onLine ? "" : "connection-bar";
    bar.textContent = navigator.onLine
      ? ""
      : "You’re offline. Keep typing. We’ll save your work when you’re back online.";
  };
  for (const event of ["online", "offline"]) addEventListener(event, show);
  show();
}

/** Whoever begins to sign in will need the portal's scripts: they come along meanwhile. */
function bringPortal(form: HTMLElement): void {
  if ((navigator as { connection?: { readonly saveData?: boolean } }).connection?.saveData) return;
  const bring = () => {
    for (const href of form.dataset.next?.split(" ") ?? [])
      document.head.append(element("link", { rel: "modulepreload", href }));
  };
  form.addEventListener("focusin", bring, { once: true });
}
