import { Appeal } from "../../../shared/appeal/appeal.ts";
import { Round, SectionResult } from "../../../shared/review/job.ts";
import { idIn, type Message } from "../../chain/event.ts";
import { submissionKeys } from "../../data/keys/submission.ts";
import { batchGet, get, queryAll } from "../../data/table.ts";
import type { DecidedAgainst } from "./appeal-numbers.ts";

/** Reads the appeal that an event says was decided, with what the first seat had said, which nobody changes any more. */
export async function readDecidedAppeal(event: Message): Promise<DecidedAgainst | undefined> {
  if (event.type !== "appeal.upheld" && event.type !== "appeal.overturned") return undefined;
  const application_id = idIn(event, "application_id");
  const appeal = await get(Appeal, submissionKeys.appeal(application_id));
  if (!appeal) return undefined;
  const [item] = await batchGet([submissionKeys.round(application_id, appeal.round)]);
  const first = item && Round.parse(item).seats[0];
  const said = first ? await queryAll(submissionKeys.results(first.job_id, appeal.round)) : [];
  return { appeal, said: said.map((each) => SectionResult.parse(each)) };
}
