import type { AiDeclaration } from "../../../shared/submission/declaration.ts";
import { declarationQuestions, declarationNames as names } from "../../../shared/submission/declaration-questions.ts";
import { KeyValues } from "../../ui/look/key-values.tsx";

/** What a learner declared, as it stands beside the work. */
export function DeclarationShown({ declaration }: { readonly declaration: AiDeclaration }) {
  if (!declaration.used) return <p>The learner declared that they used no AI tools.</p>;
  return (
    <KeyValues
      items={names.map((name) => ({
        label: name === "changes" ? "What the learner changed" : declarationQuestions[name].label,
        value: <span className="key-values-text">{declaration[name]}</span>,
      }))}
    />
  );
}
