import type { Operation, Parameter, Reference, Response } from "../../shared/http/openapi-document.ts";

/** The parts that operations share, by name. */
export interface SharedParts {
  readonly parameters: Readonly<Record<string, Parameter>>;
  readonly responses: Readonly<Record<string, Response>>;
}

/** Puts what repeats among operations into components, to which the operations then refer. */
export function share(operations: readonly Operation[]): { operations: Operation[]; shared: SharedParts } {
  const parameters = shareRepeated<Parameter>(
    "parameters",
    operations.flatMap(({ parameters: all = [] }) => all.filter(isWritten).map((part) => ({ name: part.name, part }))),
  );
  const responses = shareRepeated<Response>(
    "responses",
    operations.flatMap(({ responses: all }) =>
      Object.values(all)
        .filter(isWritten)
        .map((part) => ({ name: answerName(part), part })),
    ),
  );
  return {
    operations: operations.map((operation) => ({
      ...operation,
      ...(operation.parameters && { parameters: operation.parameters.map(parameters.refer) }),
      responses: Object.fromEntries(
        Object.entries(operation.responses).map(([status, answer]) => [status, responses.refer(answer)]),
      ),
    })),
    shared: { parameters: parameters.components, responses: responses.components },
  };
}

const isWritten = <Part extends object>(part: Part | Reference): part is Part => !("$ref" in part);

/** Shares parts of one kind that repeat. Of different ones with the same name, the one used most gets it. */
function shareRepeated<Part extends object>(
  kind: keyof SharedParts,
  parts: readonly { readonly name?: string; readonly part: Part }[],
) {
  const components: Record<string, Part> = {};
  const references = new Map<string, Reference>();
  const byText = Map.groupBy(parts, ({ part }) => JSON.stringify(part));
  for (const [text, uses] of [...byText].sort(([, one], [, other]) => other.length - one.length)) {
    const { name, part } = uses[0]!;
    const component = name && pascalCase(name);
    if (!component || uses.length < 2 || component in components) continue;
    components[component] = part;
    references.set(text, { $ref: `#/components/${kind}/${component}` });
  }
  const refer = (part: Part | Reference): Part | Reference => references.get(JSON.stringify(part)) ?? part;
  return { components, refer };
}

/** `organization_id` → `OrganizationId`. */
const pascalCase = (name: string): string =>
  name.replace(/(?:^|[_-])(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The name of an answer whose data is a named schema, a page of such, a document to come, or nothing. */
function answerName({ content }: Response): string | undefined {
  const data = content?.["application/json"]?.schema.properties?.data;
  if (data === undefined) return undefined;
  if (data.$ref !== undefined) return `${nameIn(data.$ref)}Answer`;
  if (data.properties !== undefined && Object.keys(data.properties).length === 0) return "DoneAnswer";
  if (Object.keys(data.properties ?? {}).join() === "export_id") return "ExportAnswer";
  const [page, { properties: rows = {} } = {}] = data.allOf ?? [];
  const row = Object.values(rows)[0]?.items?.$ref;
  return page?.$ref?.endsWith("/Page") && row ? `${nameIn(row)}PageAnswer` : undefined;
}

const nameIn = (reference: string): string => reference.split("/").at(-1)!;
