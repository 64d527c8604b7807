import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { screen, waitFor, within } from "@testing-library/dom";
import userEvent from "@testing-library/user-event";
import { type HttpResponseResolver, http } from "msw";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { certificatePage } from "../../../functions/certificate/model/page.ts";
import { bakePng, bakeSvg } from "../../../shared/certificate/baking.ts";
import { credentialOf } from "../../../shared/certificate/credential.ts";
import { digestMultibaseOf, manifestText, pieceText } from "../../../shared/certificate/evidence.ts";
import type { Json } from "../../../shared/certificate/verify/verdict.ts";
import { fillPanel } from "../../../web/certificate/verify-panel.ts";
import { start } from "../../../web/verify/page.ts";
import { answerInstead, network } from "../../support/portal.tsx";
import { variedDetails } from "../details.ts";
import { type LocalIssuer, localIssuer, statusIndex } from "../support/local-issuer.ts";
import { greyPng } from "../support/png.ts";
import { ThreadWorker } from "../support/thread-worker.ts";

let issuer: LocalIssuer;
let signed: Json;
const asked: string[] = [];

beforeAll(async () => {
  issuer = await localIssuer();
  signed = await issuer.sign(issuer.credential());
  issuer.site.set(String(signed.id), signed);
});
beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal("Worker", ThreadWorker);
  const served: HttpResponseResolver = ({ request: { url } }) => {
    asked.push(url);
    const document = issuer.site.get(url);
    return document ? Response.json(document) : new Response("", { status: 404 });
  };
  network.use(http.all("*", served));
  const html = readFileSync("web/verify.html", "utf8");
  document.body.innerHTML = /<body>([\s\S]*)<\/body>/.exec(html)![1]!.replace(/<script[\s\S]*?<\/script>/g, "");
  start();
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

const paste = async (text: string) => {
  const field = screen.getByLabelText("Or paste a link or the credential’s text");
  await userEvent.clear(field);
  if (text !== "") await userEvent.click(field);
  await userEvent.paste(text);
  await userEvent.click(screen.getByRole("button", { name: "Verify" }));
};
const fileOf = (name: string, content: string | Uint8Array<ArrayBuffer>) => new File([content], name);
const choose = (file: File) => userEvent.upload(screen.getByLabelText("Drop a file here, or choose one"), file);
const heading = (name: string) => screen.findByRole("heading", { level: 2, name });

test("a credential of another host is judged only after a yes to asking it", async () => {
  await paste(JSON.stringify(signed));
  await heading("Allow your browser to contact the issuer’s host?");
  expect(screen.getByText("badges.example.org")).toBeTruthy();
  expect(asked).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Contact host and verify" }));
  const verdict = await heading("This credential is genuine");
  expect(document.activeElement).toBe(verdict);
  expect(asked).toEqual([
    "https://badges.example.org/issuers/acme/did.json",
    "https://badges.example.org/status/acme-1.json",
  ]);
  const findings = within(screen.getByRole("region", { name: "Review results" }));
  expect(findings.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Achieved (required)Asks a question that can be investigatedThe question leads to an investigation.",
    "4 of 4Total",
  ]);
});

test("after a no nobody is asked, and it could not be checked", async () => {
  await paste(JSON.stringify(signed));
  await userEvent.click(await screen.findByRole("button", { name: "Don’t contact" }));
  await heading("We couldn’t verify this credential");
  expect(screen.getByText(/Don’t rely on it/)).toBeTruthy();
  expect(asked).toEqual([]);
});

test("giving a link is saying yes to its host; the page of a certificate leads to its credential", async () => {
  await paste(String(signed.id).replace(".json", ""));
  await heading("This credential is genuine");
  expect(asked[0]).toBe(signed.id);
});

test("a badge image, PNG or SVG, is read here; changed, it is altered", async () => {
  const changed = JSON.stringify({ ...signed, name: "Another" });
  for (const file of [
    fileOf("badge.png", bakePng(greyPng(), changed)),
    fileOf("badge.svg", bakeSvg(greyPng(), changed)),
  ]) {
    await choose(file);
    await userEvent.click(await screen.findByRole("button", { name: "Contact host and verify" }));
    await heading("This credential was altered");
  }
});

test("a day in the past is judged by the notice, again and again without giving the file again", async () => {
  const before = new Map(issuer.site);
  await issuer.publishList([statusIndex]);
  await issuer.publishNotice("2026-05-02T10:00:00Z", "issued-in-error");
  await paste(String(signed.id));
  await heading("This credential was revoked");
  expect(screen.getAllByText("Its issuer revoked it on May 2, 2026: it was issued in error.")).toHaveLength(2);
  await userEvent.type(screen.getByLabelText("As of (optional)"), "2026-04-15");
  await heading("This credential is genuine");
  for (const [url, content] of before) issuer.site.set(url, content);
});

test("nothing given is said at its field, and what is no credential has its reason; the page stays usable", async () => {
  await userEvent.click(screen.getByRole("button", { name: "Verify" }));
  expect(screen.getByRole("alert").textContent).toContain("Choose a file");
  await choose(fileOf("photo.png", greyPng()));
  await heading("We couldn’t read a credential");
  await paste("https://[");
  await heading("We couldn’t read a credential");
  await paste("[".repeat(10_000));
  await waitFor(() => expect(screen.getAllByText("What you entered is not JSON.")).toHaveLength(2));
  await paste(String(signed.id));
  await heading("This credential is genuine");
});

test("a check that does not end is ended, and one that does not begin is said; what was typed stays, and the next one works", async () => {
  const text = JSON.stringify(signed);
  const field = () => screen.getByLabelText<HTMLTextAreaElement>("Or paste a link or the credential’s text").value;
  await paste(text);
  await heading("Allow your browser to contact the issuer’s host?");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  ThreadWorker.hang();
  try {
    await userEvent.click(screen.getByRole("button", { name: "Contact host and verify" }));
    vi.advanceTimersByTime(30_000);
    await heading("We couldn’t verify this credential");
    expect(screen.getAllByText("It took too long, so we stopped after 30 seconds.")).toHaveLength(2);
    expect([ThreadWorker.alive, field()]).toEqual([1, text]);
    ThreadWorker.isBroken = true;
    ThreadWorker.hang();
    await paste(text);
    vi.advanceTimersByTime(30_000);
    await screen.findByText(/couldn’t load the verifier/);
    expect([ThreadWorker.alive, field()]).toEqual([0, text]);
  } finally {
    ThreadWorker.isBroken = false;
    vi.useRealTimers();
  }
  await paste(String(signed.id));
  await heading("This credential is genuine");
});

test("what a credential says is shown as text, whatever it says", async () => {
  const hostile = '<img src=x onerror="alert(1)"><script>alert(2)</script>';
  const document_ = await issuer.sign(
    issuer.credential({ name: hostile, issuer: { id: issuer.did, type: ["Profile"], name: hostile } }),
  );
  await paste(JSON.stringify(document_));
  await userEvent.click(await screen.findByRole("button", { name: "Contact host and verify" }));
  await heading("This credential is genuine");
  expect(screen.getByText(hostile)).toBeTruthy();
  expect(document.querySelectorAll("#result img, #result script, #result svg")).toHaveLength(0);
});

test("without a camera there is no button to scan", async () => {
  await Promise.resolve();
  expect(screen.queryByRole("button", { name: "Scan a QR code" })).toBeNull();
});

test("a certificate's panel is filled line by line with what this browser found", async () => {
  document.body.innerHTML = `<section id="verification" data-credential="${signed.id}"><ul class="checks">${[
    "signature",
    "integrity",
    "status",
    "validity",
    "evidence",
  ]
    .map((name) => `<li data-check="${name}">that it holds</li>`)
    .join("")}</ul></section>`;
  await fillPanel(document.getElementById("verification")!);
  expect(screen.getByRole("status").textContent).toContain("This credential is genuine");
  expect(screen.getAllByRole("listitem").map(({ dataset }) => dataset.outcome)).toEqual([
    "passed",
    "passed",
    "passed",
    "passed",
    "note",
  ]);
  issuer.site.set(String(signed.id), { ...signed, name: "Another" });
  await fillPanel(document.getElementById("verification")!);
  expect(screen.getAllByRole("status")).toHaveLength(1);
  expect(screen.getByRole("status").textContent).toContain("was altered");
  expect(screen.getAllByRole("listitem").map(({ dataset }) => dataset.outcome)).toEqual([
    "passed",
    "failed",
    "note",
    "note",
    "note",
  ]);
  issuer.site.set(String(signed.id), signed);
});

test("a certificate's page that had no room for every criterion says each that was achieved once it is checked", async () => {
  const organization = { ...variedDetails().organization, organization_id: "acme" };
  const status = { list_id: "acme-1", index: statusIndex };
  const credential = credentialOf(`https://${issuer.host}`, { ...variedDetails(), organization, status });
  issuer.site.set(credential.id, await issuer.sign(credential as unknown as Json));
  const html = certificatePage({ credential, filesOrigin: "https://files.example.org" });
  document.body.innerHTML = /<main>([\s\S]*)<\/main>/.exec(html)![1]!;
  const panel = document.getElementById("verification")!;
  panel.dataset.credential = credential.id;
  const { criteria, resultDescription } = credential.credentialSubject.achievement;
  const said = () => document.body.textContent.replace(/\s+/g, " ");
  expect(said()).toContain("20 of 20 criteria achieved, 40 points.");
  expect(said()).not.toContain(criteria.narrative.replace(/\s+/g, " ").slice(-200));
  await fillPanel(panel);
  expect(screen.getByText("This credential is genuine.")).toBeTruthy();
  expect(document.querySelectorAll("[data-folded=criteria], [data-folded=note]").length).toBe(0);
  const described = resultDescription.flatMap((each) => (each.resultType === "RubricCriterionLevel" ? [each] : []));
  const shown = [...document.querySelectorAll(".criteria li")].map(({ textContent }) => textContent);
  expect(shown).toEqual(
    described.map(({ name, rubricCriterionLevel: [, { description }] }) => `${name}2 points${description}`),
  );
  for (const text of [criteria.narrative, ...credential.evidence.map(({ narrative = "" }) => narrative)])
    for (const line of text.split("\n")) expect(said()).toContain(line.trim());
});

describe("published evidence", () => {
  const answer = "<p>What changed in my classroom</p>";
  const file = new TextEncoder().encode("an essay");
  const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest("hex");
  const salts = ["a1".repeat(16), "b2".repeat(16)] as const;
  const manifest = manifestText({
    section_id: "sec_1",
    nonce: "00".repeat(16),
    pieces: [
      sha256(pieceText(salts[0], { kind: "text", sha256: sha256(answer) })),
      sha256(pieceText(salts[1], { kind: "file", name: "essay.txt", sha256: sha256(file) })),
    ],
  });
  const section = {
    section_id: "sec_1",
    title: "Reflection",
    manifest,
    answers: [{ kind: "text", text: answer, sha256: sha256(answer), salt: salts[0] }],
    files: [{ name: "essay.txt", size: file.length, sha256: sha256(file), salt: salts[1] }],
  };
  let credential: Json;
  let calls: string[];

  /** The certificate's page as it is written, with what its learner publishes until a day. */
  async function page(until: string, opened: () => Response, handedOut: Uint8Array<ArrayBuffer> = file): Promise<void> {
    calls = [];
    const digestMultibase = digestMultibaseOf(sha256(manifest));
    const evidence = [
      { id: "urn:uuid:0b0e6f6e-58a5-44a8-9e56-4a7f6a4b1c11", type: ["Evidence"], name: "Reflection", digestMultibase },
    ];
    credential = await issuer.sign(issuer.credential({ evidence }));
    issuer.site.set(String(credential.id), credential);
    answerInstead(["POST /certificate/evidence"], () => {
      calls.push("opened");
      return opened();
    });
    answerInstead(["GET /certificate/evidence/file"], () => Response.json({ data: { url: "https://files/1" } }));
    network.use(http.get("https://files/1", () => new Response(handedOut)));
    document.body.innerHTML = `<section id="verification" data-credential="${credential.id}"><ul class="checks"><li data-check="evidence">that it holds</li></ul></section>
      <section id="evidence" data-certificate="crt_1" data-until="${until}"><h2>Published evidence</h2></section>`;
    await fillPanel(document.getElementById("verification")!);
  }
  afterEach(() => void issuer.site.set(String(signed.id), signed));
  const opening = () => userEvent.click(screen.getByRole("button", { name: "Open evidence" }));
  const shown = () => Response.json({ data: { ends_on: "2999-01-01", sections: [section] } });

  test("is asked for when somebody opens it, and compared piece by piece", async () => {
    await page("2999-01-01", shown);
    expect(calls).toEqual([]);
    await opening();
    await screen.findByText("What changed in my classroom");
    expect(calls).toEqual(["opened"]);
    expect(document.activeElement?.textContent).toBe("Submitted work");
    const panel = within(document.getElementById("verification")!);
    expect(panel.getByText("Reflection: the answer matches what was reviewed.")).toBeTruthy();
    const save = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:essay");
    await userEvent.click(screen.getByRole("button", { name: "Download essay.txt" }));
    await waitFor(() => expect(save).toHaveBeenCalled());
    expect(panel.getByText("Reflection: the file essay.txt matches what was reviewed.")).toBeTruthy();
    expect(screen.getByText(/This credential is genuine/)).toBeTruthy();
  });

  test("that differs from what was signed is said to be altered, where it stands and above", async () => {
    await page("2999-01-01", shown, new TextEncoder().encode("another essay"));
    await opening();
    await screen.findByText("What changed in my classroom");
    vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:essay");
    await userEvent.click(screen.getByRole("button", { name: "Download essay.txt" }));
    await waitFor(() =>
      expect(screen.getAllByText("The file essay.txt isn’t what was reviewed.").length).toBeGreaterThan(1),
    );
    expect(screen.getByText(/was altered/)).toBeTruthy();
  });

  test("of which nothing is left is said to be gone, and too many questions to come back later", async () => {
    await page("2999-01-01", () =>
      Response.json({ error: { code: "resource.not-found", message: "" } }, { status: 404 }),
    );
    await opening();
    await screen.findByText("The learner isn’t sharing evidence right now.");
    const message = "Too many attempts. Try again in 20 minutes.";
    await page("2999-01-01", () => Response.json({ error: { code: "rate.exceeded", message } }, { status: 429 }));
    await opening();
    await screen.findByText(message);
    expect(screen.getByRole("button", { name: "Open evidence" })).toHaveProperty("disabled", false);
  });

  test("is not offered after its last day", async () => {
    await page("2026-01-01", shown);
    expect(screen.queryByRole("button", { name: "Open evidence" })).toBeNull();
  });
});
