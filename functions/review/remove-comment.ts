import { removeComment } from "../../shared/review/comment-calls.ts";
import { implement } from "../chain/implement.ts";
import { changeComments } from "./model/kept-comments.ts";

export const handler = implement(removeComment, ({ comment_id }, context) =>
  changeComments(context, (before) => {
    const left = before.filter((each) => each.comment_id !== comment_id);
    return left.length < before.length ? left : before;
  }),
);
