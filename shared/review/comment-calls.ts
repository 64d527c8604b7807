import * as z from "zod";
import { call, data } from "../http/call.ts";
import { CommentId, richText, Timestamp } from "../http/fields.ts";
import { keptCommentCharactersMax } from "./rules.ts";

/** A comment that a reviewer keeps to use again. */
export const KeptComment = z.object({
  comment_id: CommentId,
  /** Formatted text as HTML. */
  text: z.string(),
  kept_on: Timestamp,
});
export type KeptComment = z.infer<typeof KeptComment>;

/** All of a person's, the newest first. */
const comments = data(z.object({ comments: z.array(KeptComment) }));

/** The newest first. They are the caller's alone, whatever organization they review for. */
export const listComments = call({
  route: "GET /user/comment/list",
  summary: "List the own kept comments",
  allow: "account",
  input: () => z.object({}),
  output: () => comments,
});

/** Answers all of them. The same text kept again is kept once. */
export const keepComment = call({
  route: "POST /user/comment/create",
  summary: "Keep a comment to use again",
  allow: "account",
  input: () =>
    z.object({ text: richText({ required: "Write a comment first.", limitCharacters: keptCommentCharactersMax }) }),
  output: () => comments,
  problems: ["comment.too-many", "state.changed"],
});

/** Answers those that are left. One that is not there any more is no error. */
export const removeComment = call({
  route: "DELETE /user/comment",
  summary: "Remove a kept comment",
  allow: "account",
  input: () => z.object({ comment_id: CommentId }),
  output: () => comments,
  problems: ["state.changed"],
});
