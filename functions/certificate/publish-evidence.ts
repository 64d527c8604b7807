import type { Certificate, PublishedEvidence } from "../../shared/certificate/certificate.ts";
import { publishEvidence } from "../../shared/certificate/evidence-calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import { implement } from "../chain/implement.ts";
import { dateAfter } from "../data/deadlines.ts";
import { retryWhenRaced } from "../data/retry-when-raced.ts";
import { amend } from "../data/transition.ts";
import { certificateEntity } from "./model/entity.ts";
import { dayOfCertificate, evidenceOf, isAllThere } from "./model/evidence.ts";
import { readOwn } from "./model/store.ts";

const daysMax = 366;

/** Refused at one field, in its words. */
const refused = (field: string, message: string) =>
  new Problem("input.invalid", { message, fields: { [field]: message } });

export const handler = implement(publishEvidence, ({ certificate_id, ends_on, sections: chosen }, { actor, commit }) =>
  retryWhenRaced(
    async () => {
      const before = await readOwn(actor.user_id, certificate_id);
      const sections = chosen.filter(({ pieces }) => pieces.length > 0);
      const published = sections.length > 0 ? await publishable(before, { ends_on, sections }) : undefined;
      const answer = { data: { ...(published && { published }) } };
      if (!published && !before.published_evidence) return commit([], answer);
      const type = published ? "certificate.evidence-published" : "certificate.evidence-ended";
      return commit(
        amend(certificateEntity, {
          before,
          set: { published_evidence: published },
          events: [{ type, actor_id: actor.user_id }],
        }).steps,
        answer,
      );
    },
    { exhausted: "server.busy" },
  ),
);

async function publishable(
  certificate: Certificate,
  { ends_on, sections }: Partial<PublishedEvidence> & Pick<PublishedEvidence, "sections">,
): Promise<PublishedEvidence> {
  const today = dayOfCertificate(certificate);
  if (ends_on === undefined) throw refused("ends_on", "Choose the last day.");
  if (ends_on < today || ends_on > dateAfter(today, daysMax))
    throw refused("ends_on", "Choose a date between today and one year from now.");
  if (certificate.status === "awaitingSignature") throw new Problem("certificate.unsigned");
  if (certificate.status !== "active" && certificate.status !== "expired") throw new Problem("certificate.not-good");
  if (!isAllThere(await evidenceOf(certificate), sections))
    throw refused("sections", "Some of this doesn’t match your submission. Reload the page.");
  return { ends_on, sections };
}
