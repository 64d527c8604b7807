import { Stack, Validations } from "aws-cdk-lib";
import type { IConstruct } from "constructs";

/** Says why a construct may break rules of cdk-nag's AwsSolutions: the reason by rule, such as `SMG4` or `IAM5[Resource::*]`. */
export function explain(construct: IConstruct, reasons: Readonly<Record<string, string>>): void {
  const stack = Stack.of(construct);
  Validations.of(construct).acknowledge(
    ...Object.entries(reasons).map(([rule, reason]) => ({
      id: `AwsSolutions::AwsSolutions-${inFindings(stack.resolve(rule))}`,
      reason,
    })),
  );
}

/** A text of a template as cdk-nag writes it into the names of its findings. */
function inFindings(value: unknown): string {
  if (typeof value === "string") return value;
  const [[name, argument]] = Object.entries(value as Record<string, unknown>) as [[string, unknown]];
  if (name === "Fn::Join") {
    const [separator, parts] = argument as [string, unknown[]];
    return parts.map(inFindings).join(separator);
  }
  if (name === "Ref") return `<${argument}>`;
  if (name === "Fn::GetAtt") return `<${(argument as string[]).join(".")}>`;
  return JSON.stringify(value);
}
