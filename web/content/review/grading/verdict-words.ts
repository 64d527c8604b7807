import type { JobDetail, JobSection } from "../../../../shared/review/job-views.ts";

/** What a reviewer decides of a section. */
export type Verdict = "accept" | "reject";

/** The state that a verdict brings. */
export const statuses = { accept: "accepted", reject: "rejected" } as const;

/** What is said once a verdict is given. */
export const done = { accept: "Section approved.", reject: "Section rejected." } as const;

/** What the last decision of a round brings about, said before it is made. */
export function lastWords(verdict: Verdict, job: JobDetail, section: JobSection) {
  const others = job.sections.filter(({ section_id }) => section_id !== section.section_id);
  const { title, learner_name: learner } = job;
  const back = verdict === "reject" || others.some(({ status }) => status === "rejected");
  if (job.reviewed_again)
    return {
      title: `Finish your review of “${title}”?`,
      text: "Another reviewer may look at this submission before the learner gets the result. You can’t change your decisions after you finish.",
      confirm: verdict === "reject" ? "Reject and finish" : "Approve and finish",
    };
  return back
    ? {
        title: `Send “${title}” back for revision?`,
        text: `${learner ?? "The learner"} gets your feedback on every section and revises the ones you rejected. You can’t change your decisions after you send it back.`,
        confirm: verdict === "reject" ? "Reject and send back" : "Approve and send back",
      }
    : {
        title: `Award “${title}”?`,
        text: `This completes the submission and awards ${learner ?? "the learner"} the credential. You can’t undo this.`,
        confirm: "Approve and award",
      };
}

/** A decision that the marks speak against, said before it is made. */
export const againstMarks = ({ title }: JobSection) => ({
  title: `Reject “${title}” anyway?`,
  text: "The learner sees these points with your feedback. You can change your marks instead.",
  confirm: "Reject anyway",
});
