import { Round, SectionResult } from "../../../shared/review/job.ts";
import { Application } from "../../../shared/submission/submission.ts";
import { idIn, type Message } from "../../chain/event.ts";
import { submissionKeys } from "../../data/keys/submission.ts";
import { batchGet, queryAll } from "../../data/table.ts";
import type { SaidRound } from "./round-numbers.ts";

/** Reads the round that an event says was finalized, with what its seats said, which nobody changes any more. */
export async function readDecidedRound(event: Message): Promise<SaidRound | undefined> {
  const [application_id, number] = [idIn(event, "application_id"), event.round];
  if (!["submission.completed", "submission.revision-needed"].includes(event.type) || typeof number !== "number")
    return;
  const [item, application] = await batchGet([
    submissionKeys.round(application_id, number),
    submissionKeys.application(application_id),
  ]);
  if (!item || !application) return undefined;
  const round = Round.parse(item);
  const said = await Promise.all(round.seats.map(({ job_id }) => queryAll(submissionKeys.results(job_id, number))));
  return {
    round,
    sections: Application.parse(application).sections,
    said: said.map((results) => results.map((each) => SectionResult.parse(each))),
  };
}
