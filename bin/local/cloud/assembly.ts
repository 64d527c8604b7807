import { readFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";

/** A resource of a synthesized app. `properties` are resolved when first read, so an unused part is never asked for. */
export interface Resource {
  /** The logical id. */
  readonly id: string;
  /** Where it stands: stack, nested stacks and logical id, joined by `/`; unique in the app. */
  readonly path: string;
  readonly type: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** What the values that only AWS knows are on this machine. */
export interface Naming {
  /** What `Ref` gives. */
  reference(resource: Resource): string;
  /** What `Fn::GetAtt` gives. */
  attribute(resource: Resource, name: string): string;
  /** Changes a text put together from parts, such as an address that is another one here. */
  rewrite(text: string): string;
  /** `AWS::Region` and its like. */
  readonly pseudo: Readonly<Record<string, string>>;
}

interface Definition {
  readonly Type: string;
  readonly Properties?: Record<string, unknown>;
  readonly Metadata?: Record<string, unknown>;
}
interface Template {
  readonly Resources: Record<string, Definition>;
  readonly Outputs?: Record<string, { Value: unknown }>;
  readonly Parameters?: Record<string, { Default?: unknown }>;
}
type Lazy = () => unknown;

/** Reads every stack of a cloud assembly, nested ones included, into one flat list. */
export function readAssembly(directory: string, naming: Naming): Resource[] {
  const manifest = JSON.parse(readFileSync(join(directory, "manifest.json"), "utf8")) as {
    artifacts: Record<string, { type: string; properties?: { templateFile?: string } }>;
  };
  const found: Resource[] = [];
  for (const [name, artifact] of Object.entries(manifest.artifacts)) {
    if (artifact.type !== "aws:cloudformation:stack") continue;
    readStack(directory, artifact.properties!.templateFile!, name, {}, naming, found);
  }
  return found;
}

function readStack(
  directory: string,
  file: string,
  path: string,
  parameters: Record<string, Lazy>,
  naming: Naming,
  found: Resource[],
): Record<string, Lazy> {
  const template = JSON.parse(readFileSync(isAbsolute(file) ? file : join(directory, file), "utf8")) as Template;
  const resources = new Map<string, Resource>();
  const outputsOfNested = new Map<string, Record<string, Lazy>>();
  const resolve = (value: unknown): unknown => resolveValue(value, { reference, attribute, rewrite: naming.rewrite });

  for (const [id, definition] of Object.entries(template.Resources)) {
    if (definition.Type === "AWS::CloudFormation::Stack") {
      const passed = Object.entries((definition.Properties?.Parameters ?? {}) as Record<string, unknown>);
      const resolvers = Object.fromEntries(passed.map(([name, value]) => [name, () => resolve(value)]));
      const nested = String(definition.Metadata?.["aws:asset:path"]);
      outputsOfNested.set(id, readStack(directory, nested, `${path}/${id}`, resolvers, naming, found));
      continue;
    }
    let properties: Record<string, unknown> | undefined;
    const resource: Resource = {
      id,
      path: `${path}/${id}`,
      type: definition.Type,
      metadata: definition.Metadata ?? {},
      get properties() {
        properties ??= resolve(definition.Properties ?? {}) as Record<string, unknown>;
        return properties;
      },
    };
    resources.set(id, resource);
    found.push(resource);
  }

  function known(id: string): Resource {
    const resource = resources.get(id);
    if (resource === undefined) throw new Error(`The template of ${path} names ${id}, which it does not have.`);
    return resource;
  }
  function reference(name: string): unknown {
    if (name in parameters) return parameters[name]!();
    if (template.Parameters?.[name]) return template.Parameters[name].Default;
    if (name in naming.pseudo) return naming.pseudo[name];
    return name === "AWS::NoValue" ? undefined : naming.reference(known(name));
  }
  function attribute(id: string, name: string): unknown {
    const outputs = outputsOfNested.get(id);
    return outputs ? outputs[name.replace(/^Outputs\./, "")]!() : naming.attribute(known(id), name);
  }
  return Object.fromEntries(
    Object.entries(template.Outputs ?? {}).map(([name, { Value }]) => [name, () => resolve(Value)]),
  );
}

interface Scope {
  reference(name: string): unknown;
  attribute(id: string, name: string): unknown;
  rewrite(text: string): string;
}

function resolveValue(value: unknown, scope: Scope): unknown {
  const inner = (part: unknown) => resolveValue(part, scope);
  if (Array.isArray(value)) return value.map(inner).filter((part) => part !== undefined);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  const [name, argument] = entries[0] ?? [];
  if (entries.length === 1 && (name === "Ref" || name!.startsWith("Fn::"))) {
    return resolveIntrinsic(name!, argument, scope, inner);
  }
  return Object.fromEntries(entries.map(([key, part]) => [key, inner(part)]).filter(([, part]) => part !== undefined));
}

function resolveIntrinsic(name: string, argument: unknown, scope: Scope, inner: (part: unknown) => unknown): unknown {
  const attributeOf = (dotted: string) => {
    const cut = dotted.indexOf(".");
    return scope.attribute(dotted.slice(0, cut), dotted.slice(cut + 1));
  };
  switch (name) {
    case "Ref":
      return scope.reference(argument as string);
    case "Fn::GetAtt":
      return attributeOf(Array.isArray(argument) ? argument.join(".") : (argument as string));
    case "Fn::Join": {
      const [separator, parts] = argument as [string, unknown];
      return scope.rewrite((inner(parts) as unknown[]).join(separator));
    }
    case "Fn::Select": {
      const [index, parts] = argument as [unknown, unknown];
      return (inner(parts) as unknown[])[Number(inner(index))];
    }
    case "Fn::Split": {
      const [separator, text] = argument as [string, unknown];
      return String(inner(text)).split(separator);
    }
    case "Fn::Sub": {
      const [text, values] = (Array.isArray(argument) ? argument : [argument, {}]) as [string, Record<string, unknown>];
      return text.replace(/\$\{([^!}]+)\}/g, (_, word: string) => {
        if (word in values) return String(inner(values[word]));
        return String(word.includes(".") ? attributeOf(word) : scope.reference(word));
      });
    }
    case "Fn::ImportValue": // only the firewall of the edge stack, which has no work on this machine
      return inner(argument);
    default:
      throw new Error(`The template uses ${name}, which the local cloud does not read.`);
  }
}
