import type { AiPolicy } from "../../../shared/credential/parts.ts";

/** A credential's policy on AI tools in a few words. */
export const aiPolicyWords: Readonly<Record<AiPolicy["rule"], string>> = {
  allowed: "Allowed",
  declared: "Allowed if declared",
  parts: "Allowed in parts",
  "not-allowed": "Not allowed",
};

/** The same for a learner, in a sentence. */
export function aiPolicySentence({ rule, parts }: AiPolicy): string {
  switch (rule) {
    case "allowed":
      return "You may use AI tools.";
    case "declared":
      return "You may use AI tools if you declare it when you submit.";
    case "parts":
      return `You may use AI tools for: ${parts}. Declare it when you submit.`;
    case "not-allowed":
      return "Don’t use AI tools. When you submit, you declare that you didn’t.";
  }
}
