import type { OpenBadgeCredential } from "../../shared/certificate/credential.ts";
import type { CheckName, Verification } from "../../shared/certificate/verify/verdict.ts";
import { checkShown, headingOf, weightOf } from "../content/certificate/verification-shown.ts";
import { element } from "../ui/element.ts";

/** The lines of a certificate's page, by the check that fills each. */
const lines: Readonly<Partial<Record<CheckName, string>>> = {
  issuer: "signature",
  signature: "integrity",
  status: "status",
  dates: "validity",
  evidence: "evidence",
};

/** What is said of a check that was not come to: not the promise that was written there before. */
const notLooked = { outcome: "note", sentence: "Not checked because an earlier check failed." } as const;

/**
 * Verifies the credential that a panel names in `data-credential` and fills its lines (`data-check`). What has no line, and
 * the result as a whole, stands above them. Without an answer the panel stays as it was written. Evidence that is published
 * at present is offered where the page speaks of it, and what a long page only counts is said whole.
 */
export async function fillPanel(panel: HTMLElement): Promise<void> {
  const address = panel.dataset.credential;
  if (address === undefined) return;
  const { read } = await import("../content/verify/verifier.ts");
  const loaded = await read({ link: new URL(address, location.href).href });
  const verification = await loaded.verify({ isAsking: true });
  fillLines(panel, verification);
  if (verification.document && document.querySelector("[data-folded]")) {
    const { unfold } = await import("./unfold.ts");
    unfold(verification.document as unknown as OpenBadgeCredential); // the page's own
  }
  const published = document.getElementById("evidence");
  const { certificate, until = "" } = published?.dataset ?? {};
  const today = new Date(Date.now() - 43_200_000).toISOString().slice(0, 10); // where a day ends last: the call knows better
  if (!published || certificate === undefined || until < today) return;
  const { evidenceOffer } = await import("../content/certificate/evidence-shown.ts");
  const offer = evidenceOffer(certificate, async (evidence) => {
    const verification = await loaded.verify({ isAsking: true, evidence });
    fillLines(panel, verification);
    return verification;
  });
  published.append(offer);
}

function fillLines(panel: HTMLElement, verification: Verification): void {
  const result = element(
    "p",
    { class: `verification-result verification-${weightOf(verification)}`, role: "status" },
    element("strong", {}, `${headingOf(verification)}. `),
    verification.sentence,
  );
  panel.querySelector("p.verification-result")?.remove();
  panel.querySelector(".checks")?.before(result);
  for (const [name, lineName] of Object.entries(lines)) {
    const [check = notLooked, ...others] = verification.checks.filter((each) => each.name === name);
    const [line, ...former] = panel.querySelectorAll<HTMLElement>(`[data-check="${lineName}"]`);
    line?.replaceChildren(...checkShown(check));
    line?.setAttribute("data-outcome", check.outcome);
    for (const each of former) each.remove();
    line?.after(
      ...others.map((each) =>
        element("li", { "data-check": lineName, "data-outcome": each.outcome }, ...checkShown(each)),
      ),
    );
  }
}
