import { Problem } from "../../shared/http/problem.ts";
import { isBlank } from "../../shared/http/text.ts";
import { keepComment } from "../../shared/review/comment-calls.ts";
import { keptCommentsMax } from "../../shared/review/rules.ts";
import { implement } from "../chain/implement.ts";
import { sanitize } from "../chain/rich-text.ts";
import { newId, now } from "../data/ids.ts";
import { changeComments } from "./model/kept-comments.ts";

export const handler = implement(keepComment, async (sent, context) => {
  const text = await sanitize(sent.text);
  if (isBlank(text)) throw new Problem("input.invalid", { fields: { text: "Write a comment first." } });
  return changeComments(context, (before) => {
    if (before.some((each) => each.text === text)) return before;
    if (before.length >= keptCommentsMax) throw new Problem("comment.too-many");
    return [{ comment_id: newId("cmt"), text, kept_on: now() }, ...before];
  });
});
