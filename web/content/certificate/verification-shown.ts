import type { Check, Reason, Verification } from "../../../shared/certificate/verify/verdict.ts";
import type { CredentialView, Finding } from "../../../shared/certificate/verify/view.ts";
import { element } from "../../ui/element.ts";

const headings: Readonly<Record<Reason, string>> = {
  valid: "This credential is genuine",
  expired: "This credential has expired",
  "not-yet-valid": "This credential isn’t valid yet",
  revoked: "This credential was revoked",
  replaced: "This credential was replaced",
  altered: "This credential was altered",
  "wrong-key": "This credential wasn’t signed by its issuer",
  "unknown-issuer": "We can’t confirm this issuer",
  unreachable: "We couldn’t verify this credential",
  malformed: "We couldn’t read a credential",
};

/** The result in a few words: what stands over it. */
export const headingOf = ({ reason, assurance }: Pick<Verification, "reason" | "assurance">): string =>
  reason === "valid" && assurance === "hosted" ? "This badge is confirmed by its host" : headings[reason];

/** How a result weighs: good, to be doubted because something is not known, or bad. */
export const weightOf = ({
  reason,
  assurance,
}: Pick<Verification, "reason" | "assurance">): "good" | "unsure" | "bad" =>
  reason === "valid"
    ? assurance === "hosted"
      ? "unsure"
      : "good"
    : reason === "unreachable" || reason === "unknown-issuer"
      ? "unsure"
      : "bad";

const marks = { good: "✓", unsure: "?", bad: "✕" } as const;
const outcomes: Readonly<Record<Check["outcome"], readonly [mark: string, words: string]>> = {
  passed: ["✓", "Passed"],
  failed: ["✕", "Failed"],
  unknown: ["?", "Unknown"],
  note: ["·", "Note"],
};

/** A check as its line says it: a mark, its outcome in words for those who do not see the mark, and the sentence. */
export function checkShown({ outcome, sentence }: Pick<Check, "outcome" | "sentence">): readonly Node[] {
  const [mark, words] = outcomes[outcome];
  return [
    element("span", { class: `check-mark check-${outcome}`, "aria-hidden": "true" }, mark),
    element("span", { class: "visually-hidden" }, `${words}: `),
    element("span", {}, sentence),
  ];
}

/** The result with a line for each check and what the credential says. Its heading can be focused. */
export function verificationShown(verification: Verification, view: CredentialView | undefined): HTMLElement {
  const { checks, sentence, asOf, replacedBy } = verification;
  const weight = weightOf(verification);
  const verdict = element(
    "div",
    { class: `verdict verdict-${weight}` },
    element("span", { class: "verdict-mark", "aria-hidden": "true" }, marks[weight]),
    element(
      "div",
      {},
      element("h2", { id: "verdict", tabindex: "-1" }, headingOf(verification)),
      element("p", { class: "verify-sentence" }, sentence),
      ...(replacedBy ? [element("p", {}, "Replaced by: ", linkTo(replacedBy))] : []),
      element("p", { class: "verdict-when" }, `Verified in this browser as of ${momentOf(asOf)}.`),
    ),
  );
  const lines = checks.map((check) => element("li", { "data-check": check.name }, ...checkShown(check)));
  return element(
    "section",
    { class: "verification", "aria-labelledby": "verdict" },
    verdict,
    element("h3", {}, "Checks"),
    element("ul", { class: "verify-checks" }, ...lines),
    ...(view ? credentialShown(view, confirmed.has(verification.reason)) : []),
  );
}

const linkTo = (address: string): Node =>
  /^https:\/\//.test(address) || address.startsWith(`${location.origin}/`)
    ? element(
        "a",
        { href: address.replace(/(\/c\/[\w-]+)\.json$/, "$1"), rel: "noopener noreferrer nofollow" },
        address,
      )
    : document.createTextNode(address);

/** The reasons with which what a credential says is still what its issuer said. */
const confirmed: ReadonlySet<Reason> = new Set(["valid", "expired", "not-yet-valid", "revoked", "replaced"]);

function credentialShown(view: CredentialView, isConfirmed: boolean): HTMLElement[] {
  const { findings, evidence } = view;
  const details: [string, string | undefined][] = [
    ["Earned by", view.holder],
    ["Issued by", view.issuer],
    ["Issuer ID", view.issuerId],
    ["Awarded on", view.awardedOn && dayOf(view.awardedOn)],
    ["Valid until", view.endsOn && dayOf(view.endsOn)],
    ["Credit hours", view.creditsEarned === undefined ? undefined : String(view.creditsEarned)],
    ["Reviewed by", view.assessor],
    ["About", view.description],
    ["How it’s earned", view.criteria],
  ];
  const shown = details.flatMap(([name, text]) =>
    text ? [element("div", {}, element("dt", {}, name), element("dd", { dir: "auto" }, text))] : [],
  );
  const said = element(
    "section",
    { class: "verify-said", "aria-labelledby": "said" },
    element("h3", { id: "said" }, "Credential details"),
    ...(isConfirmed ? [] : [element("p", { class: "verify-caveat" }, "None of this is confirmed. Don’t rely on it.")]),
    element("p", { class: "verify-title", dir: "auto" }, view.title),
    element("dl", {}, ...shown),
  );
  const found = element(
    "section",
    { "aria-labelledby": "found" },
    element("h3", { id: "found" }, "Review results"),
    element("ul", { class: "verify-findings" }, ...findings.map(findingShown)),
  );
  const handedIn = element(
    "section",
    { "aria-labelledby": "handed-in" },
    element("h3", { id: "handed-in" }, "Evidence"),
    element("ul", { class: "verify-findings" }, ...evidence.map(({ name, narrative }) => named(name, narrative))),
  );
  return [said, ...(findings.length > 0 ? [found] : []), ...(evidence.length > 0 ? [handedIn] : [])];
}

const findingShown = ({ name, outcome, description, isRequired, kind }: Finding): HTMLElement => {
  const shown = named(name, description);
  shown.classList.add(`verify-${kind}`);
  shown.prepend(element("span", { class: "verify-outcome" }, `${outcome}${isRequired ? " (required)" : ""}`));
  return shown;
};

const named = (name: string, text: string | undefined): HTMLElement =>
  element("li", { dir: "auto" }, element("strong", {}, name), ...(text ? [element("p", {}, text)] : []));

const dayFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
const momentFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
/** The day as it is written: that of whoever issued it, whatever the reader's. */
function dayOf(iso: string): string {
  const [day = iso] = /^\d{4}-\d\d-\d\d/.exec(iso) ?? [];
  return Number.isNaN(Date.parse(day)) ? iso : dayFormat.format(new Date(day));
}
const momentOf = (iso: string): string => `${momentFormat.format(new Date(iso))} UTC`;
