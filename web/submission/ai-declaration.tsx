import FormField from "@cloudscape-design/components/form-field";
import RadioGroup from "@cloudscape-design/components/radio-group";
import SpaceBetween from "@cloudscape-design/components/space-between";
import Textarea from "@cloudscape-design/components/textarea";
import type { AiPolicy } from "../../shared/credential/parts.ts";
import { type AiDeclaration, AiDeclarationInput, declarationQuestions } from "../../shared/submission/declaration.ts";
import { aiPolicySentence } from "../credential/ai-policy.ts";
import { KeyValues } from "../ui/key-values.tsx";

/** A declaration while it is made: nothing is said before the learner has chosen. */
export type TypedDeclaration = Omit<AiDeclaration, "used"> & { readonly used?: boolean };

const names = ["tools", "parts", "changes"] as const;
const hints = {
  tools: "Names and versions, as far as you know them.",
  parts: "Which sections, and what the tools did there.",
  changes: "What is your own of what the tools gave you.",
} as const;

/** What is missing of a declaration, by question; empty when it may be sent. */
export function missingOf(declaration: TypedDeclaration): Partial<Record<"used" | (typeof names)[number], string>> {
  if (declaration.used === undefined) return { used: "Say whether you used AI tools." };
  const issues = AiDeclarationInput.safeParse(declaration).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path[0], message]));
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
    <SpaceBetween size="m">
      <span>{aiPolicySentence(policy)}</span>
      <FormField label="Did you use AI tools for this work?" errorText={missing.used}>
        <RadioGroup
          value={declaration.used === undefined ? null : declaration.used ? "yes" : "no"}
          items={[
            { value: "no", label: "No" },
            { value: "yes", label: "Yes" },
          ]}
          onChange={({ detail }) => onChange({ ...declaration, used: detail.value === "yes" })}
        />
      </FormField>
      {declaration.used
        ? names.map((name) => (
            <FormField
              key={name}
              label={declarationQuestions[name].label}
              description={hints[name]}
              errorText={missing[name]}
            >
              <Textarea
                value={declaration[name]}
                rows={2}
                onChange={({ detail }) => onChange({ ...declaration, [name]: detail.value.slice(0, 1000) })}
              />
            </FormField>
          ))
        : null}
    </SpaceBetween>
  );
}

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
