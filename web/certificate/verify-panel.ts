import type { CheckName } from "../../shared/certificate/verify/verdict.ts";
import { checkShown, element, headingOf, weightOf } from "./verification-shown.ts";

/** The lines of a certificate's page, by the check that fills each. */
const lines: Readonly<Partial<Record<CheckName, string>>> = {
  issuer: "signature",
  signature: "integrity",
  status: "status",
  dates: "validity",
  evidence: "evidence",
};

/** What is said of a check that was not come to: not the promise that was written there before. */
const notLooked = { outcome: "note", sentence: "Not looked at, because of what was found before." } as const;

/**
 * Verifies the credential that a panel names in `data-credential` and fills its lines (`data-check`). What has no line, and
 * the result as a whole, stands above them. Without an answer the panel stays as it was written.
 */
export async function fillPanel(panel: HTMLElement): Promise<void> {
  const address = panel.dataset.credential;
  if (address === undefined) return;
  const { read } = await import("../verify/verifier.ts");
  const loaded = await read({ link: new URL(address, location.href).href });
  const verification = await loaded.verify({ isAsking: true });
  const result = element(
    "p",
    { class: `verification-result verification-${weightOf(verification)}`, role: "status" },
    element("strong", {}, `${headingOf(verification)}. `),
    verification.sentence,
  );
  panel.querySelector("p.verification-result")?.remove();
  panel.querySelector(".checks")?.before(result);
  for (const [name, lineName] of Object.entries(lines)) {
    const check = verification.checks.find((each) => each.name === name) ?? notLooked;
    const line = panel.querySelector<HTMLElement>(`[data-check="${lineName}"]`);
    line?.replaceChildren(...checkShown(check));
    line?.setAttribute("data-outcome", check.outcome);
  }
}
