import type { Appeal } from "../../../shared/appeal/appeal.ts";
import type { QualityCounts } from "../../../shared/quality/quality.ts";
import type { Round, SectionResult } from "../../../shared/review/job.ts";
import { qualityKeys } from "../../data/keys/quality.ts";
import { inMonth, type Numbers } from "./round-numbers.ts";

/*
 * What a decided appeal adds to the figures of quality: shared/quality/README.md, "Quality". It counts for whoever rejected a
 * contested section at the first seat, and not for who decided the appeal.
 */

/** A decided appeal, with what the first seat said in the round that it is against. */
export interface DecidedAgainst {
  readonly appeal: Appeal;
  readonly said: readonly SectionResult[];
}

/** Whether an appeal was decided, and not only ended. */
const isDecided = ({ status }: Pick<Appeal, "status">): boolean => status === "upheld" || status === "overturned";

/** What a decided appeal adds to every item that keeps figures of it, in the month in which it was decided. */
export function numbersOfAppeal({ appeal, said }: DecidedAgainst): Numbers[] {
  const { organization_id, cred_id, section_ids, answers = [], ended_on = "" } = appeal;
  const month = ended_on.slice(0, 7);
  const countsOf = (contested: readonly string[]): QualityCounts => {
    const isOverturned = answers.some((each) => each.status === "accepted" && contested.includes(each.section_id));
    return { appeals: 1, ...(isOverturned && { appeals_overturned: 1 }) };
  };
  const rejected = said.filter((each) => each.status === "rejected" && section_ids.includes(each.section_id));
  return [
    { key: qualityKeys.quality(organization_id, month), values: countsOf(section_ids) },
    { key: qualityKeys.credentialQuality(organization_id, cred_id), values: inMonth(month, countsOf(section_ids)) },
    ...[...Map.groupBy(rejected, ({ decided_by }) => decided_by)].map(([reviewer, own]) => ({
      key: qualityKeys.reviewerQuality(organization_id, reviewer),
      values: inMonth(month, countsOf(own.map(({ section_id }) => section_id))),
    })),
  ];
}

/** The decided appeals out of all there is, with what lies beside them. */
export function decidedAppeals({
  appeals,
  rounds,
  results,
}: {
  readonly appeals: readonly Appeal[];
  readonly rounds: readonly Round[];
  readonly results: readonly SectionResult[];
}): DecidedAgainst[] {
  const first = new Map(
    rounds.map(({ application_id, round, seats }) => [`${application_id} ${round}`, seats[0]?.job_id]),
  );
  const said = Map.groupBy(results, ({ credential_job_id, round }) => `${credential_job_id} ${round}`);
  return appeals.filter(isDecided).map((appeal) => {
    const { application_id, round } = appeal;
    return { appeal, said: said.get(`${first.get(`${application_id} ${round}`)} ${round}`) ?? [] };
  });
}
