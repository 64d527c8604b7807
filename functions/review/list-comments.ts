import { listComments } from "../../shared/review/comment-calls.ts";
import { implement } from "../chain/implement.ts";
import { readComments } from "./model/kept-comments.ts";

export const handler = implement(listComments, async (_, { actor }) => ({
  data: { comments: await readComments(actor.user_id) },
}));
