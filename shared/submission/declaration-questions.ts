import type { AiPolicy } from "../credential/parts.ts";
import { asLines } from "../http/text.ts";

/** What is asked of whoever used AI tools, by field. */
export const declarationQuestions = {
  tools: { label: "Tools", missing: "Name the tools you used." },
  parts: { label: "Parts of the work", missing: "Say where you used them." },
  changes: { label: "What you changed", missing: "Say what you changed." },
} as const;

type Question = keyof typeof declarationQuestions;

/** The names of the questions, in their order. */
export const declarationNames = Object.keys(declarationQuestions) as readonly Question[];

/** What is said of each question that a declaration leaves open; nothing where no tool was used. */
export const unansweredIn = (
  declaration: Readonly<Record<Question, string>> & { readonly used: boolean },
): Partial<Record<Question, string>> =>
  Object.fromEntries(
    declarationNames
      .filter((name) => declaration.used && asLines(declaration[name]) === "")
      .map((name) => [name, declarationQuestions[name].missing]),
  );

/** Whether a credential's policy asks for a declaration with all that is handed in. */
export const wantsDeclaration = (policy: AiPolicy | null | undefined): boolean =>
  policy !== null && policy !== undefined && policy.rule !== "allowed";
