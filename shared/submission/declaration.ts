import * as z from "zod";
import type { AiPolicy } from "../credential/parts.ts";
import { multiLine } from "../http/fields.ts";

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

/** What is asked of whoever used AI tools, by field. */
export const declarationQuestions = {
  tools: { label: "Tools", missing: "Name the tools you used." },
  parts: { label: "Parts of the work", missing: "Say where you used them." },
  changes: { label: "What you changed", missing: "Say what you changed afterwards." },
} as const;
const names = Object.keys(declarationQuestions) as (keyof typeof declarationQuestions)[];

/** A declaration as the learner sends it. Without use its answers are empty. */
export const AiDeclarationInput = z
  .object({ used: z.boolean(), tools: answer, parts: answer, changes: answer })
  .superRefine((declaration, context) => {
    for (const name of names)
      if (declaration.used && declaration[name].trim() === "")
        context.addIssue({ code: "custom", path: [name], message: declarationQuestions[name].missing });
  })
  .transform(
    ({ used, ...answers }): AiDeclaration =>
      used ? { used, ...answers } : { used, tools: "", parts: "", changes: "" },
  );

/** Whether a credential's policy asks for a declaration with all that is handed in. */
export const wantsDeclaration = (policy: AiPolicy | null | undefined): boolean =>
  policy !== null && policy !== undefined && policy.rule !== "allowed";
