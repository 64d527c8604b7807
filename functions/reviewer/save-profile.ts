import { saveProfile } from "../../shared/reviewer/calls.ts";
import { implement } from "../chain/implement.ts";
import { sanitize } from "../chain/rich-text.ts";
import { now } from "../data/ids.ts";
import { requireCleanFile } from "../file/model/clean.ts";
import { namedCertification, namedEducation, readOwn, saveSteps } from "./model/store.ts";

/** Files are the reviewer's own, confirmed and clean; their names come from the upload. */
export const handler = implement(saveProfile, async (sent, { actor, commit }) => {
  const [own, files] = await Promise.all([
    readOwn(actor),
    Promise.all(
      sent.certifications.map(({ attachment }) => requireCleanFile(attachment.key, actor.user_id, "certificates")),
    ),
  ]);
  const steps = saveSteps(actor, own, {
    title: sent.title,
    overview: await sanitize(sent.overview),
    educations: sent.educations.map(namedEducation),
    certifications: sent.certifications.map(({ attachment: _, ...certification }, index) =>
      namedCertification(certification, files[index]!, index),
    ),
  });
  return commit(steps, { data: { user_id: actor.user_id, updated_on: now() } });
});
