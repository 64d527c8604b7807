import { CfnParameter, Fn, type NestedStack, Stack } from "aws-cdk-lib";
import type { Construct } from "constructs";
import type { Settings } from "./settings.ts";

/** What has a name of our own that must be known before it exists. */
type Named = "files" | "media" | "exports" | "audit" | "signed" | "stripe" | "paypal";

/**
 * The names of the stage's buckets and secrets, as they are said in the stack of `scope`. Each creation of the stage has
 * other ones, so that what an aborted attempt or a deleted stage left never stands in the way of the next.
 */
export function namesIn(scope: Construct, stage: string): Readonly<Record<Named, string>> {
  const creation = creationIn(Stack.of(scope));
  const nameOf = (what: Named) => `laurel-${stage}-${what}-${creation}`;
  return {
    files: nameOf("files"),
    media: nameOf("media"),
    exports: nameOf("exports"),
    audit: nameOf("audit"),
    signed: nameOf("signed"),
    stripe: nameOf("stripe"),
    paypal: nameOf("paypal"),
  };
}

/** A name that counts in the whole account, whatever the region: one stage may stand in two. */
export const globalName = ({ stage, region }: Settings, what: string): string =>
  `laurel-${stage}${what && `-${what}`}-${region}`;

const parameter = "Creation";

/** Twelve letters and digits: the end of the root stack's id, which nested stacks are told. */
function creationIn(stack: Stack): string {
  const parent = stack.nestedStackParent;
  if (parent === undefined) return Fn.select(4, Fn.split("-", Fn.select(2, Fn.split("/", stack.stackId))));
  const known = stack.node.tryFindChild(parameter) as CfnParameter | undefined;
  if (known) return known.valueAsString;
  (stack as NestedStack).setParameter(parameter, creationIn(parent));
  return new CfnParameter(stack, parameter, { description: "Tells this creation of the stage from others" })
    .valueAsString;
}
