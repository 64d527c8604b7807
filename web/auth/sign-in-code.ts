import type { login } from "../../shared/auth/calls.ts";
import { ApiError } from "../api/api-error.ts";
import type { Answer } from "../api/client.ts";
import { api } from "../api/client.ts";
import { sendOnce } from "../api/send-once.ts";
import { element } from "../ui/element.ts";
import { wordsFor } from "../ui/words.ts";

type Session = Answer<typeof login>;

const fromApp = {
  label: "Code",
  hint: "Six digits from your authenticator app.",
  other: "Use a recovery code",
  inputMode: "numeric",
} as const;
const recovery = {
  label: "Recovery code",
  hint: "One of the codes you saved when you turned on two-step sign-in. Each works once.",
  other: "Use a code from your app",
  inputMode: "text",
} as const;

/** Asks for the code in the place of e-mail and password, and goes on with the session once it is right. */
export function askForCode(form: HTMLFormElement, enter: (session: Session) => Promise<void>): void {
  const input = element("input", {
    id: "code",
    name: "code",
    type: "text",
    autocomplete: "one-time-code",
    maxlength: "40",
  });
  const [label, hint] = [element("label", { for: "code" }), element("span", { id: "code-hint", class: "light-hint" })];
  const other = element("button", { type: "button", class: "light-inline" });
  const remember = element("input", { type: "checkbox" });
  const button = element(
    "button",
    { type: "submit", class: "light-button light-primary", "aria-busy": "false" },
    "Sign in",
  );
  const field = element("div", { class: "light-field" }, label, input, hint);
  const asked = element(
    "form",
    { class: "light-form ready", novalidate: "", method: "dialog" },
    field,
    element(
      "label",
      { class: "light-check" },
      remember,
      element("span", {}, "Don’t ask again on this device for 30 days"),
    ),
    button,
    element("div", { class: "light-row" }, other, element("a", { href: location.href }, "Back to sign in")),
  );

  let kind: typeof fromApp | typeof recovery = fromApp;
  const describe = () => {
    label.textContent = kind.label;
    hint.textContent = kind.hint;
    other.textContent = kind.other;
    input.inputMode = kind.inputMode;
    input.value = "";
    clear();
  };
  const clear = () => {
    for (const said of asked.querySelectorAll("[role=alert]")) said.remove();
    input.setAttribute("aria-invalid", "false");
    input.setAttribute("aria-describedby", hint.id);
  };
  const sayAt = (words: string) => {
    field.append(element("span", { id: "code-error", class: "light-error", role: "alert" }, words));
    input.setAttribute("aria-invalid", "true");
    input.setAttribute("aria-describedby", `code-error ${hint.id}`);
    input.focus();
  };
  const explain = (error: unknown) => {
    if (!(error instanceof ApiError)) reportError(error);
    if (error instanceof ApiError && error.code === "auth.wrong-code") return sayAt(wordsFor(error));
    asked.prepend(element("p", { class: "light-alert", role: "alert" }, wordsFor(error)));
  };

  let isBusy = false;
  const send = async () => {
    if (isBusy) return;
    clear();
    const code = input.value.trim();
    if (code === "") return sayAt("Enter a code.");
    isBusy = true;
    button.setAttribute("aria-busy", "true");
    try {
      await enter(await sendOnce(api.auth.loginCode, { code, remember_device: remember.checked })); // busy until it is left
    } catch (error) {
      isBusy = false;
      button.setAttribute("aria-busy", "false");
      explain(error);
    }
  };
  asked.addEventListener("submit", (event) => {
    event.preventDefault();
    void send();
  });
  asked.addEventListener("input", clear);
  other.addEventListener("click", () => {
    kind = kind === fromApp ? recovery : fromApp;
    describe();
    input.focus();
  });

  describe();
  const heading = form.parentElement?.querySelector("h1");
  if (heading) heading.textContent = "Enter your code";
  form.parentElement?.querySelector(".light-lead")?.prepend("to sign in ");
  form.replaceWith(asked);
  input.focus();
}
