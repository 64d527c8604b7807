import { readConsentedWork } from "../../shared/calibration/anchor-calls.ts";
import { plainTextOf } from "../../shared/certificate/plain-text.ts";
import { Problem } from "../../shared/http/problem.ts";
import { fullName } from "../../shared/platform/full-name.ts";
import { Application, Work } from "../../shared/submission/submission.ts";
import { implement } from "../chain/implement.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { isWork, submissionKeys } from "../data/keys/submission.ts";
import { get, queryAll } from "../data/table.ts";
import { UserRecord } from "../user/model/record.ts";
import { requireConsent } from "./model/consented-work.ts";

/** The consent stands when the work is read, which is read after it. */
export const handler = implement(readConsentedWork, async ({ application_id }, { actor }) => {
  const { user_id } = await requireConsent(actor.organization_id, application_id);
  const [items, learner] = await Promise.all([
    queryAll({ pk: submissionKeys.application(application_id).pk }),
    get(UserRecord, organizationKeys.user(user_id)),
  ]);
  const meta = items.find(({ sk }) => sk === "META");
  if (!meta || !learner) throw new Problem("resource.not-found");
  const { title, sections } = Application.parse(meta);
  const works = items.filter(isWork).map((item) => Work.parse(item));
  const textOf = (section_id: string) =>
    withoutNames(plainTextOf(works.find((each) => each.section_id === section_id)?.response ?? ""), learner);
  return {
    data: {
      application_id,
      title,
      sections: sections.map((section) => ({
        section_id: section.section_id,
        title: section.title,
        text: textOf(section.section_id),
      })),
    },
  };
});

/** A text with each word of somebody's name, and their address, taken out. */
function withoutNames(text: string, person: UserRecord): string {
  const names = [person.email, ...fullName(person).split(/\s+/)].filter((name) => name.length > 1);
  const escaped = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return text.replace(new RegExp(`(?<!\\p{L})(?:${escaped.join("|")})(?!\\p{L})`, "giu"), "[name]");
}
