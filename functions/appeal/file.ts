import { isDeepStrictEqual } from "node:util";
import type * as z from "zod";
import { type Appeal, appealFeeCents } from "../../shared/appeal/appeal.ts";
import { file } from "../../shared/appeal/calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import { implement } from "../chain/implement.ts";
import { now } from "../data/ids.ts";
import { requireStillOpen } from "../organization/model/still-open.ts";
import { namedApplication, ownApplication } from "../submission/model/store.ts";
import { beginAppeal, isContestable } from "./model/appeal-fee.ts";
import { filingSteps, newAppeal, readContested } from "./model/new-appeal.ts";

/** Where it costs something it waits for its fee, and the submission stays as it is; it is filed when that is paid. */
export const handler = implement(
  file,
  async (input, { actor, commit, prefetched: [prefetched] }) => {
    const { grounds, text } = input;
    const known = ownApplication(prefetched, actor.user_id);
    const section_ids = [...new Set(input.section_ids)].toSorted();
    const contested = await readContested(known, section_ids);
    if (contested === undefined) throw new Problem("appeal.not-possible");
    const { application, appeal: before } = contested;
    const { application_id } = application;
    await requireStillOpen(application.organization_id, actor);
    if (before && isRepeat(before, { grounds, text, section_ids }))
      return { data: { application_id, status: before.status, version: application.version } };
    const at = now();
    if (before || !isContestable(contested, at)) throw new Problem("appeal.not-possible");

    const otherwise = new Problem("state.changed");
    const fee_cents = appealFeeCents(application, section_ids);
    const appeal = newAppeal(application, { grounds, text, section_ids, filed_on: at });
    if (fee_cents > 0) {
      const { steps, status, version } = await beginAppeal(contested, { ...appeal, fee_cents }, { at, otherwise });
      return commit(steps, { data: { application_id, status, version } });
    }
    const { steps, after } = await filingSteps(contested, appeal, { at, otherwise });
    return commit(steps, { data: { application_id, status: "filed" as const, version: after.version } });
  },
  namedApplication,
);

const isRepeat = (
  { grounds, text, section_ids, status }: Appeal,
  sent: Pick<z.output<typeof file.input>, "grounds" | "text" | "section_ids">,
): boolean => (status === "filed" || status === "unpaid") && isDeepStrictEqual({ grounds, text, section_ids }, sent);
