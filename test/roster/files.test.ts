import { beforeAll, describe, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import { publishedCredential, writeDraft } from "../support/fixtures/credential.ts";
import { intent, post } from "../support/fixtures/file.ts";
import { invitedAs } from "../support/fixtures/invitation.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import type { Organization } from "../support/organization.ts";
import { world } from "../support/world.ts";
import { fileCases } from "./files.ts";

const { roster, file } = contract;
/** An organization checks at most 20 files in an hour. */
const filesEach = 18;
const mark = Math.random().toString(36).slice(2, 10);
const academies: Organization[] = [];
let custom = "";
let [id, foreign] = ["", ""];

beforeAll(async () => {
  for (let at = 0; at < fileCases.length; at += filesEach) {
    const academy = await world.newOrganization("Table Academy");
    await academy.as("Lena").token();
    await invitedAs(academy, { email: `waiting-${mark}@file.test`, role: 5 });
    academies.push(academy);
  }
  const last = academies.at(-1)!;
  const reviewers = [await acceptedReviewer(last, "Rita")];
  await publishedCredential(last, reviewers, { title: "Reading" });
  await publishedCredential(last, reviewers, { title: "Twice" });
  id = await publishedCredential(last, reviewers, { title: "Twice" });
  await writeDraft(last.as("Ada"), reviewers, { title: "Unfinished" });
  foreign = await publishedCredential(academies[0]!, [await acceptedReviewer(academies[0]!, "Rita")], {
    title: "Reading",
  });
  const { body } = await academies[0]!.as("Ada").call(contract.organization.listRoles, {});
  custom = body.data.roles[0]!.name;
});

describe("a file of people", () => {
  test("is tried in forty kinds", () => expect(fileCases.length).toBeGreaterThanOrEqual(40));

  test.each(fileCases.map((each, index) => ({ ...each, index })))(
    "with $name comes to what is written beside it",
    async ({ bytes, report, fault, index }) => {
      const academy = academies[Math.floor(index / filesEach)]!;
      const ada = academy.as("Ada");
      const filled = (text: string) =>
        text
          .replace("{MEMBER}", academy.as("Lena").email.toUpperCase())
          .replace("{invited}", `waiting-${mark}@file.test`)
          .replace("{custom}", custom)
          .replace("{id}", id)
          .replaceAll("{foreign}", foreign);
      const contents = typeof bytes === "string" ? Buffer.from(filled(bytes)) : bytes;
      const form = await intent(ada, "imports", "people.csv", contents.length);
      await post(form, contents);
      const confirmed = await ada.call(file.confirm, { key: form.key });
      const asked = await ada.call(roster.create, { key: form.key });
      if (fault !== undefined) {
        const refused = confirmed.status === 200 ? asked : confirmed;
        expect(refused.status).toBe(400);
        expect(refused.body.error).toMatchObject({ message: fault, fields: { key: fault } });
        return;
      }
      await world.settle();
      const told = await ada.call(roster.report, { import_id: asked.body.data.import_id });
      expect(told.text.replace("\uFEFF", "")).toBe(`${report!.map(filled).join("\r\n")}\r\n`);
    },
  );
});
