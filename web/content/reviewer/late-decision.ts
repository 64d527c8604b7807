import type { ReviewerInfo } from "../../../shared/reviewer/card.ts";
import { dateTime } from "../../ui/look/format.ts";

/** What a reviewer reads once the decision on their application is past its time; undefined until then. */
export const lateDecision = ({ due_on }: Pick<ReviewerInfo, "due_on">): string | undefined =>
  due_on !== undefined && Date.parse(due_on) < Date.now()
    ? `The decision on your application is late. It was due on ${dateTime(due_on)}.`
    : undefined;
