import { plainTextOf } from "../../../shared/certificate/plain-text.ts";
import type { DisclosedEvidence } from "../../../shared/certificate/verify/evidence.ts";
import type { Verification } from "../../../shared/certificate/verify/verdict.ts";
import { isWebAddress } from "../../../shared/http/text.ts";
import { ApiError } from "../../api/api-error.ts";
import { type OpenedEvidence, openEvidence, readEvidenceFile } from "../../api/published-evidence.ts";
import { element } from "../../ui/element.ts";
import { saveFile } from "../../ui/lists/save-file.ts";
import { fileSize } from "../../ui/look/format.ts";
import { checkShown } from "./verification-shown.ts";

/** Verifies the credential anew with the evidence that is there, and shows the result wherever it stands. */
export type CompareEvidence = (disclosed: readonly DisclosedEvidence[]) => Promise<Verification>;

type Section = OpenedEvidence["sections"][number];
type File = Section["files"][number];

/** A button that opens the published evidence of a certificate below it, compared with what was signed. */
export function evidenceOffer(certificate_id: string, compare: CompareEvidence): HTMLElement {
  const open = element("button", { type: "button", class: "light-button" }, "Open evidence");
  const counted = element("p", { class: "quiet" }, "The learner sees how often it was opened, but not by whom.");
  const shown = element("div", { class: "evidence-shown", role: "status" });
  const place = element("div", {}, element("p", {}, open), counted, shown);
  open.addEventListener("click", () => {
    open.disabled = true;
    shown.replaceChildren(element("p", {}, "Opening …"));
    openedEvidence(certificate_id, compare).then(
      (opened) => {
        shown.replaceChildren(...opened);
        open.parentElement?.remove();
        const [heading] = opened;
        heading?.focus();
      },
      (error: unknown) => {
        open.disabled = false;
        shown.replaceChildren(element("p", { class: "evidence-fault", role: "alert" }, faultOf(error)));
      },
    );
  });
  return place;
}

function faultOf(error: unknown): string {
  if (!(error instanceof ApiError)) throw error;
  if (error.status === 404) return "The learner isn’t sharing evidence right now.";
  if (error.status === 429) return error.message || "This page is busy right now. Try again in a minute.";
  return error.status === 0
    ? "We couldn’t load it. Check your connection and try again."
    : "We couldn’t read it right now. Try again in a minute.";
}

async function openedEvidence(certificate_id: string, compare: CompareEvidence): Promise<HTMLElement[]> {
  const { sections } = await openEvidence(certificate_id);
  const files = new Map<string, NonNullable<DisclosedEvidence["files"]>>();
  const lines = element("ul", { class: "checks verify-checks" });
  const compareAll = async () => {
    const disclosed = sections.map(({ section_id, manifest, answers }) => ({
      manifest,
      answers,
      files: files.get(section_id) ?? [],
    }));
    const { checks } = await compare(disclosed);
    const found = checks.filter(({ name }) => name === "evidence");
    lines.replaceChildren(
      ...found.map((check) => element("li", { "data-outcome": check.outcome }, ...checkShown(check))),
    );
  };
  await compareAll();
  const fetched = async (section_id: string, file: File) => {
    const bytes = await readEvidenceFile(certificate_id, section_id, file.sha256);
    const known = files.get(section_id) ?? [];
    const { name, salt } = file;
    files.set(section_id, [...known.filter((each) => each.name !== name), { name, bytes, salt }]);
    await compareAll();
    saveFile({ fileName: name, contents: new Blob([bytes]) });
  };
  const heading = element("h3", { tabindex: "-1" }, "Submitted work");
  return [heading, ...sections.flatMap((section) => sectionShown(section, fetched)), lines];
}

function sectionShown(
  { section_id, title, answers, files }: Section,
  fetched: (section_id: string, file: File) => Promise<void>,
): HTMLElement[] {
  return [
    element("h4", { dir: "auto" }, title),
    ...answers.map(answerShown),
    ...files.map((file) => {
      const get = element("button", { type: "button", class: "light-button" }, `Download ${file.name}`);
      const fault = element("span", { class: "evidence-fault", role: "alert" });
      const size = element("span", { class: "quiet" }, ` ${fileSize(file.size)}, verified as it downloads `);
      get.addEventListener("click", () => {
        get.disabled = true;
        fault.textContent = "";
        fetched(section_id, file)
          .catch((error: unknown) => {
            fault.textContent = faultOf(error);
          })
          .finally(() => {
            get.disabled = false;
          });
      });
      return element("p", {}, get, size, fault);
    }),
  ];
}

function answerShown({ kind, text, label }: Section["answers"][number]): HTMLElement {
  if (kind === "link" && isWebAddress(text)) {
    const link = element("a", { href: text, rel: "noopener noreferrer nofollow ugc", target: "_blank" }, text);
    return element("p", {}, link);
  }
  const words = kind === "text" ? plainTextOf(text) : (label ?? text);
  return element(
    "div",
    { class: "evidence-answer", dir: "auto" },
    ...words.split("\n").map((line) => element("p", {}, line)),
  );
}
