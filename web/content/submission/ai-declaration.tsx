import type { AiPolicy } from "../../../shared/credential/parts.ts";
import type { AiDeclaration } from "../../../shared/submission/declaration.ts";
import {
  declarationQuestions,
  declarationNames as names,
  unansweredIn,
} from "../../../shared/submission/declaration-questions.ts";
import { LightChoices, LightTextArea } from "../../ui/forms/light-group.tsx";
import { Stack } from "../../ui/look/panel.tsx";
import { aiPolicySentence } from "../credential/ai-policy.ts";

/** A declaration while it is made: nothing is said before the learner has chosen. */
export type TypedDeclaration = Omit<AiDeclaration, "used"> & { readonly used?: boolean };

/** Before anything is said. */
export const noDeclaration: TypedDeclaration = { tools: "", parts: "", changes: "" };

const hints = {
  tools: "Names and versions, as far as you know them.",
  parts: "Which sections, and what the tools did there.",
  changes: "What you changed in what the tools gave you.",
} as const;

/** What is missing of a declaration, by question; empty when it may be sent. */
export function missingOf(declaration: TypedDeclaration): Partial<Record<"used" | (typeof names)[number], string>> {
  const { used } = declaration;
  return used === undefined ? { used: "Say whether you used AI tools." } : unansweredIn({ ...declaration, used });
}

/** Asks a learner whether they used AI tools, and for what. */
export function DeclarationFields({
  policy,
  declaration,
  asked,
  onChange,
}: {
  readonly policy: AiPolicy;
  readonly declaration: TypedDeclaration;
  /** What is missing is named as an error now. */
  readonly asked: boolean;
  readonly onChange: (declaration: TypedDeclaration) => void;
}) {
  const missing = asked ? missingOf(declaration) : {};
  return (
    <Stack gap="m">
      <span>{aiPolicySentence(policy)}</span>
      <LightChoices
        label="Did you use AI tools for this work?"
        error={missing.used}
        options={[
          { value: "no", label: "No" },
          { value: "yes", label: "Yes" },
        ]}
        chosen={declaration.used === undefined ? [] : [declaration.used ? "yes" : "no"]}
        onChoose={([chosen]) => onChange({ ...declaration, used: chosen === "yes" })}
      />
      {declaration.used
        ? names.map((name) => (
            <LightTextArea
              key={name}
              label={declarationQuestions[name].label}
              hint={hints[name]}
              error={missing[name]}
              value={declaration[name]}
              rows={2}
              onChange={({ target }) => onChange({ ...declaration, [name]: target.value.slice(0, 1000) })}
            />
          ))
        : null}
    </Stack>
  );
}
