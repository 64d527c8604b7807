/** A policy that hangs at a resource, every value of it resolved. */
export interface PolicyDocument {
  readonly Statement: readonly Statement[];
}
interface Statement {
  readonly Effect: "Allow" | "Deny";
  readonly Principal: "*" | Readonly<Record<string, string | readonly string[]>>;
  readonly Action: string | readonly string[];
  readonly Resource: string | readonly string[];
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
}

/** What a service of AWS asks for, and the context that it gives with it: `aws:SourceArn` and its like. */
export interface ServiceRequest {
  readonly service: string;
  readonly action: string;
  readonly resource: string;
  readonly context: Readonly<Record<string, string>>;
}

/** Whether a service may, by the resource's policy alone: no role stands behind it. Throws at what it cannot judge. */
export function admits(policy: PolicyDocument, request: ServiceRequest): boolean {
  const meant = policy.Statement.filter((statement) => isMeant(statement, request));
  return meant.some(({ Effect }) => Effect === "Allow") && !meant.some(({ Effect }) => Effect === "Deny");
}

const list = <T>(value: T | readonly T[]): readonly T[] => (Array.isArray(value) ? value : [value as T]);

/** `*` and `?` of a policy's own patterns. */
export const fits = (pattern: string, text: string): boolean =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\]/g, "\\$&")
      .replaceAll("*", ".*")
      .replaceAll("?", ".")}$`,
  ).test(text);

function isMeant(statement: Statement, { service, action, resource, context }: ServiceRequest): boolean {
  const principals = statement.Principal === "*" ? ["*"] : Object.entries(statement.Principal);
  const named = principals.some(
    (each) => each === "*" || (each[0] === "AWS" ? list(each[1]!).includes("*") : list(each[1]!).includes(service)),
  );
  return (
    named &&
    list(statement.Action).some((each) => fits(each.toLowerCase(), action.toLowerCase())) &&
    list(statement.Resource).some((each) => fits(each, resource)) &&
    Object.entries(statement.Condition ?? {}).every(([operator, wanted]) =>
      Object.entries(wanted).every(([key, values]) => holds(operator, context[key], list(values))),
    )
  );
}

function holds(operator: string, given: string | undefined, wanted: readonly string[]): boolean {
  switch (operator) {
    case "StringEquals":
    case "Bool":
      return given !== undefined && wanted.includes(given);
    case "StringLike":
    case "ArnLike":
    case "ArnEquals":
      return given !== undefined && wanted.some((each) => fits(each, given));
    case "Null":
      return wanted.includes(String(given === undefined));
    default:
      throw new Error(`This test does not know the condition ${operator}.`);
  }
}
