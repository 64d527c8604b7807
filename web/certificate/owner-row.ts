import type { OpenBadgeCredential } from "../../shared/certificate/credential.ts";
import { readObject } from "../api/signed.ts";
import { element } from "../ui/element.ts";
import { saveFile } from "../ui/lists/save-file.ts";
import { copyText, embedOf, linkedInAddress, mailOf } from "./certificate-sharing.ts";
import style from "./owner-row.css?raw";

/**
 * Puts into the bar of a certificate's page what its owner does with it: the way back, and sharing. The page is a stranger's
 * until then and has no style for it. One that was revoked is only left.
 */
export async function showOwnerRow({
  certificate_id,
  credentialPath,
  listPath,
  isRevoked,
}: {
  readonly certificate_id: string;
  /** Where its credential lies. */
  readonly credentialPath: string;
  /** The way back. */
  readonly listPath: string;
  readonly isRevoked: boolean;
}): Promise<void> {
  const bar = document.querySelector(".bar");
  const bytes = await readObject(credentialPath);
  if (bar === null || bytes === undefined) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  const back = element("a", { class: "owner-back", href: listPath }, "← My credentials");
  const row = element("nav", { class: "owner-row", "aria-label": "Your certificate" }, back);
  if (!isRevoked) row.append(...sharing(certificate_id, JSON.parse(new TextDecoder().decode(bytes))));
  if (!isRevoked)
    row.append(element("a", { href: `${listPath}?correct=${certificate_id}` }, "Ask for a corrected name"));
  bar.append(row);
}

function sharing(
  certificate_id: string,
  { awardedDate, validUntil, issuer, credentialSubject }: OpenBadgeCredential,
): Node[] {
  const address = location.origin + location.pathname;
  const title = credentialSubject.achievement.name;
  const said = element("span", { class: "visually-hidden", role: "status" });
  const copied = (text: string, what: string) => async () => {
    said.textContent = (await copyText(text)) ? `${what} copied.` : "We couldn’t copy it.";
    return said.textContent;
  };
  const linkedIn = linkedInAddress(
    {
      ...{ title, issuer_name: issuer.name, certificate_id },
      ...{ earned_on: awardedDate.slice(0, 10), valid_until: validUntil?.slice(0, 10), earned_in: "UTC" },
    },
    address,
  );
  return [
    button("Copy link", copied(address, "Link")),
    element("a", { href: linkedIn, target: "_blank", rel: "noopener noreferrer" }, "Add to LinkedIn"),
    button("Save as PDF", async () => print()),
    button("Badge image", async () => {
      const { credentialFile } = await import("./credential-files.ts");
      saveFile(await credentialFile(readObject, certificate_id, "png", new Date().toISOString()));
    }),
    button("Embed", copied(embedOf({ address, title, issuer_name: issuer.name }), "Embed code")),
    element("a", { href: mailOf({ address, title }) }, "Email"),
    said,
  ];
}

/** How long a button says what came of it. */
const saidMs = 3000;

/** A button that says in itself what came of it, for a moment. */
function button(text: string, work: () => Promise<unknown>): HTMLButtonElement {
  const made = element("button", { type: "button" }, text);
  made.addEventListener("click", async () => {
    const outcome = await work().catch(() => "That didn’t work. Try again.");
    if (typeof outcome !== "string") return;
    made.textContent = outcome;
    setTimeout(() => {
      made.textContent = text;
    }, saidMs);
  });
  return made;
}
