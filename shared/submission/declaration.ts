import * as z from "zod";
import { multiLine } from "../http/fields.ts";
import { unansweredIn } from "./declaration-questions.ts";

/** What a learner declares of AI tools in what they hand in: shared/submission/README.md, "Use of AI". */
export const AiDeclaration = z.object({
  used: z.boolean(),
  /** Which tools, on which parts of the work, and what the learner changed afterwards; "" where none were used. */
  tools: z.string(),
  parts: z.string(),
  changes: z.string(),
});
export type AiDeclaration = z.infer<typeof AiDeclaration>;

const answer = multiLine().max(1000, "At most 1,000 characters.").default("");

/** A declaration as the learner sends it. Without use its answers are empty. */
export const AiDeclarationInput = z
  .object({ used: z.boolean(), tools: answer, parts: answer, changes: answer })
  .superRefine((declaration, context) => {
    for (const [name, message] of Object.entries(unansweredIn(declaration)))
      context.addIssue({ code: "custom", path: [name], message });
  })
  .transform(
    ({ used, ...answers }): AiDeclaration =>
      used ? { used, ...answers } : { used, tools: "", parts: "", changes: "" },
  );
