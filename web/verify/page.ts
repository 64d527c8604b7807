import type { Verification } from "../../shared/certificate/verify/verdict.ts";
import { verificationShown } from "../content/certificate/verification-shown.ts";
import type { Loaded } from "../content/verify/verifier.ts";
import { element } from "../ui/element.ts";
import { hasCamera, scanCode } from "./camera.ts";

type Given = { file: File } | { text: string } | { link: string };

/** Makes the page work: its form, its drop zone and its camera. The document holds everything it names. */
export function start(): void {
  const find = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
  const [form, drop, scan] = [find<HTMLFormElement>("given"), find("drop"), find<HTMLButtonElement>("scan")];
  const [file, asOf] = [find<HTMLInputElement>("file"), find<HTMLInputElement>("as-of")];
  const [text, textError] = [find<HTMLTextAreaElement>("text"), find("text-error")];
  const result = find("result");
  let current: { loaded: Loaded; isAsking: boolean } | undefined;
  let turn = 0;

  const say = (...shown: Node[]) => result.replaceChildren(...shown);
  const wait = (words: string) => say(element("p", { class: "verify-wait", role: "status" }, words));

  /** What was given last is what is shown, however long the one before takes. */
  async function inTurn(work: (isLast: () => boolean) => Promise<void>): Promise<void> {
    const mine = ++turn;
    try {
      await work(() => mine === turn);
    } catch {
      const sentence = "We couldn’t load the verifier. Check your connection and try again.";
      if (mine === turn) say(element("p", { class: "light-alert", role: "alert" }, sentence));
    }
  }

  const give = (given: Given) =>
    inTurn(async (isLast) => {
      current = undefined;
      wait("Reading …");
      const { read } = await import("../content/verify/verifier.ts");
      const loaded = await read(given);
      if (!isLast()) return;
      if (loaded.hosts.length === 0) await judge(loaded, true);
      else askFirst(loaded);
    });

  function askFirst(loaded: Loaded): void {
    const hosts = loaded.hosts.map((host) => element("li", {}, element("strong", {}, host)));
    const yes = element("button", { type: "button", class: "light-button light-primary" }, "Contact host and verify");
    const no = element("button", { type: "button", class: "light-button" }, "Don’t contact");
    yes.addEventListener("click", () => void judge(loaded, true));
    no.addEventListener("click", () => void judge(loaded, false));
    const heading = element("h2", { tabindex: "-1", id: "asking" }, "Allow your browser to contact the issuer’s host?");
    const words =
      "Only the issuer’s host can confirm its keys and whether the credential was revoked. It will see your IP address and that someone is verifying one of its credentials:";
    const buttons = element("p", { class: "light-actions" }, yes, no);
    say(
      element(
        "section",
        { class: "light-note", "aria-labelledby": "asking" },
        heading,
        element("p", { class: "verify-sentence" }, words),
        element("ul", {}, ...hosts),
        buttons,
      ),
    );
    heading.focus();
  }

  const judge = (loaded: Loaded, isAsking: boolean) =>
    inTurn(async (isLast) => {
      current = { loaded, isAsking };
      wait("Checking …");
      const day = asOf.value;
      const verification = await loaded.verify({ isAsking, ...(day && { asOf: new Date(`${day}T23:59:59Z`) }) });
      if (!isLast()) return;
      const shown = verificationShown(verification, loaded.view);
      say(shown);
      document.getElementById("verdict")?.focus();
      const certificate_id = isAsking && verification.reason === "valid" ? ownCertificateOf(verification) : undefined;
      if (certificate_id === undefined) return;
      const { evidenceOffer } = await import("../content/certificate/evidence-shown.ts");
      let latest = shown;
      const offer = evidenceOffer(certificate_id, async (evidence) => {
        const compared = await loaded.verify({ isAsking, evidence });
        const next = verificationShown(compared, loaded.view);
        latest.replaceWith(next);
        latest = next;
        return compared;
      });
      if (isLast()) result.append(evidenceSection(offer));
    });

  const giveText = (given: string) => {
    const written = given.trim();
    const fault = written === "" ? "Choose a file, or paste a link or credential." : "";
    textError.textContent = fault;
    text.setAttribute("aria-invalid", String(fault !== ""));
    if (fault) return text.focus();
    return void give(/^https?:\/\/\S+$/i.test(written) ? { link: written } : { text: written });
  };

  const giveFile = (chosen: File | undefined) => {
    if (!chosen) return;
    giveNothingElse();
    void give({ file: chosen });
  };
  const giveNothingElse = () => {
    text.value = textError.textContent = "";
    text.setAttribute("aria-invalid", "false");
  };

  asOf.max = new Date().toISOString().slice(0, 10);
  asOf.addEventListener("change", () => {
    if (current) void judge(current.loaded, current.isAsking);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const chosen = file.files?.[0];
    if (text.value.trim() === "" && chosen) giveFile(chosen);
    else giveText(text.value);
  });
  file.addEventListener("change", () => giveFile(file.files?.[0]));
  for (const name of ["dragenter", "dragover", "dragleave", "drop"] as const)
    document.addEventListener(name, (event) => {
      event.preventDefault(); // a file dropped beside the zone must not replace the page
      drop.classList.toggle("verify-over", name === "dragenter" || name === "dragover");
      const dropped = name === "drop" ? event.dataTransfer : null;
      const dragged = dropped?.getData("text/uri-list") || dropped?.getData("text/plain");
      if (dropped?.files[0]) giveFile(dropped.files[0]);
      else if (dragged) giveText(dragged);
    });
  withCamera(scan, find("camera"), find<HTMLVideoElement>("video"), find<HTMLButtonElement>("stop"), (code) => {
    text.value = code;
    giveText(code);
  });
}

/** The certificate of a credential of this portal that holds digests of evidence: its learner may publish some. */
function ownCertificateOf({ document: credential }: Verification): string | undefined {
  const { id, evidence } = credential ?? {};
  if (typeof id !== "string" || !Array.isArray(evidence) || evidence.length === 0) return undefined;
  const path = id.startsWith(`${location.origin}/c/`) ? id.slice(location.origin.length) : "";
  return /^\/c\/(crt_\w{1,40})\.json$/.exec(path)?.[1];
}

const evidenceSection = (offer: HTMLElement): HTMLElement =>
  element(
    "section",
    { class: "verify-evidence", "aria-labelledby": "published" },
    element("h2", { id: "published" }, "Published evidence"),
    element("p", {}, "The learner may share reviewed work. We’ll load it when you open it."),
    offer,
  );

function withCamera(
  scan: HTMLButtonElement,
  camera: HTMLElement,
  video: HTMLVideoElement,
  stop: HTMLButtonElement,
  found: (code: string) => void,
): void {
  void hasCamera().then((has) => {
    scan.hidden = !has;
  });
  scan.addEventListener("click", () => {
    const scanning = new AbortController();
    const words = camera.querySelector("p")!;
    words.textContent = "Point your camera at the QR code on the printed certificate.";
    camera.hidden = false;
    scan.disabled = true;
    stop.addEventListener("click", () => scanning.abort(), { signal: scanning.signal });
    stop.focus();
    const close = () => {
      camera.hidden = true;
      scan.disabled = false;
    };
    scanCode(video, scanning.signal).then(
      (code) => {
        close();
        if (code === undefined) scan.focus();
        else found(code);
      },
      () => {
        words.textContent = "We can’t use your camera. Allow access for this page, or add a file or link instead.";
        scan.disabled = false;
      },
    );
  });
}
