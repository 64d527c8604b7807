import { zipSync } from "fflate";
import { HEAD_BYTES } from "../../../functions/clients/files.ts";
import { optionalEnvironment } from "../../../functions/runtime/environment.ts";
import { contract } from "../../../shared/contract.ts";
import { fileTypes } from "../../../shared/file/rules.ts";
import type { Tester } from "./person.ts";
import { learnerIn, noLearner, type Step } from "./step.ts";

const { file } = contract;

export const uploads: Step = {
  name: "uploads",
  proves: "an upload is scanned and handed out, and one with the test virus is not",
  otherwise: "lib/runbooks/scans-endangered.md",
  absent: noLearner,
  async look(course) {
    const learner = learnerIn(course);
    const pdf = Buffer.from("%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF\n");
    const clean = await uploaded(learner, "smoke.pdf", pdf);
    await course.wait("The file is found clean", 120, async () => {
      const { url } = await learner.ask(file.download, { key: clean }).catch(beingChecked);
      return url === undefined ? undefined : (await fetch(url)).ok || undefined;
    });
    course.upload = clean;
    if (optionalEnvironment("UPLOADS_UNSCANNED") !== undefined) return;
    const virus = await uploaded(learner, "smoke.docx", infectedDocument());
    await course.wait("The test virus is found", 120, async () => {
      const answer = await learner.ask(file.download, { key: virus }).catch(beingChecked);
      if (answer.url !== undefined) throw new Error("The test virus is handed out.");
      return answer.refusal.includes("file.not-clean") || undefined;
    });
  },
};

const testVirus = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$${"EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"}`;

/** The test virus where the scan alone finds it: within a document, past what the confirmation of an upload looks at. */
function infectedDocument(): Buffer<ArrayBuffer> {
  const entries = { "[Content_Types].xml": Buffer.alloc(4 * HEAD_BYTES, " "), "eicar.com": Buffer.from(testVirus) };
  return Buffer.from(zipSync(entries, { level: 0 }));
}

async function uploaded(person: Tester, name: "smoke.pdf" | "smoke.docx", bytes: Buffer<ArrayBuffer>): Promise<string> {
  const type = fileTypes[name.endsWith("pdf") ? "pdf" : "docx"];
  const asked = { name, type, size: bytes.length, folder: "submissions" } as const;
  const { url, fields, key } = await person.ask(file.upload, asked);
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set("file", new Blob([bytes]));
  const posted = await fetch(url, { method: "POST", body: form });
  if (!posted.ok) throw new Error(`The storage refuses the file with ${posted.status}: ${await posted.text()}`);
  await person.ask(file.confirm, { key });
  return key;
}

/** What a file is until GuardDuty has looked at it, or once it has found something. */
function beingChecked({ message }: Error): { url?: undefined; refusal: string } {
  if (!/file\.(being-checked|not-scanned|not-clean)/.test(message)) throw new Error(message);
  return { refusal: message };
}
