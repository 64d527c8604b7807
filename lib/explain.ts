import { Stack, Token, Validations } from "aws-cdk-lib";
import type { IConstruct } from "constructs";

/** Says why a construct may break rules of cdk-nag's AwsSolutions: the reason by rule, such as `SMG4` or `IAM5[Resource::*]`. */
export function explain(construct: IConstruct, reasons: Readonly<Record<string, string>>): void {
  Validations.of(construct).acknowledge(
    ...Object.entries(reasons).map(([rule, reason]) => ({ id: `AwsSolutions::AwsSolutions-${rule}`, reason })),
  );
}

/** The account of a construct's stack, as cdk-nag writes it into the names of findings. */
export function accountInFindings(scope: IConstruct): string {
  const { account } = Stack.of(scope);
  return Token.isUnresolved(account) ? "<AWS::AccountId>" : account;
}
