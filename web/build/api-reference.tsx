import { readFileSync } from "node:fs";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Plugin } from "vite";
import { keyScopes } from "../../shared/http/key-scopes.ts";
import type { JsonSchema, Operation, Parameter, Reference, Response } from "../../shared/http/openapi-document.ts";
import { scopeWords } from "../../shared/key/key.ts";

/** What of an OpenAPI document is shown. */
interface ApiDocument {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
}

/** Writes an OpenAPI document into `/developers` while the portal is built: whoever reads it there needs no script. */
export const apiReference = (file: string): Plugin => ({
  name: "laurel-api-reference",
  buildStart() {
    this.addWatchFile(file);
  },
  transformIndexHtml: {
    order: "pre",
    handler: (html) =>
      html.includes("{{reference}}")
        ? html
            .replace("{{scopes}}", scopes)
            .replace("{{reference}}", () => referenceOf(JSON.parse(readFileSync(file, "utf8")) as ApiDocument))
        : html,
  },
});

/** What each scope of a key allows. */
const scopes = () =>
  renderToStaticMarkup(
    <ul className="developers-list">
      {keyScopes.map((scope) => (
        <li key={scope}>
          <code>{scope}</code> {scopeWords[scope]}
        </li>
      ))}
    </ul>,
  );

function referenceOf(document: ApiDocument): string {
  const { schemas, parameters, responses } = document.components;
  const resolve = <Part extends object>(kind: Readonly<Record<string, Part>>, part: Part | Reference): Part =>
    "$ref" in part && typeof part.$ref === "string" ? kind[nameIn(part.$ref)]! : (part as Part);

  /** The fields of an object, those of objects within it by their path. */
  function rowsOf(schema: JsonSchema, before = ""): ReactNode[] {
    const { properties = {}, required = [], allOf = [] } = schema;
    const inherited = allOf.flatMap((part) => rowsOf(resolve(schemas, part) as JsonSchema, before));
    const own = Object.entries(properties).flatMap(([name, field]) => {
      const path = `${before}${name}`;
      const isList = field.items !== undefined;
      const within = field.items ?? field;
      const row = (
        <Field key={path} name={path} type={typeOf(field)} isOptional={!required.includes(name)}>
          {field.description ?? meaningOf(within) ?? ""}
        </Field>
      );
      return [row, ...rowsOf(within, `${path}${isList ? "[]" : ""}.`)];
    });
    return [...inherited, ...own];
  }
  const meaningOf = ({ $ref }: JsonSchema) => ($ref === undefined ? undefined : schemas[nameIn($ref)]?.description);

  function operation(path: string, method: string, each: Operation) {
    const given = (each.parameters ?? []).map((parameter) => resolve(parameters, parameter));
    const body = each.requestBody?.content["application/json"]?.schema;
    const answer = resolve(responses, each.responses["200"]!).content?.["application/json"]?.schema;
    const refusals = Object.entries(each.responses).filter(([status]) => status !== "200" && status !== "default");
    const inputRows = [
      ...given.map(({ name, in: place, required, description, schema }) => (
        <Field
          key={name}
          name={name}
          type={
            <>
              {typeOf(schema)}, {place}
            </>
          }
          isOptional={!required}
        >
          {description ?? ""}
        </Field>
      )),
      ...(body === undefined ? [] : rowsOf(body)),
    ];
    return (
      <section key={each.operationId} id={each.operationId} className="developers-call">
        <h3>{each.summary}</h3>
        <p className="developers-route">
          <code>
            <b>{method.toUpperCase()}</b> {document.servers[0]!.url}
            {path}
          </code>
        </p>
        {each.description.split("\n\n").map((text) => (
          <p key={text}>{formatted(text)}</p>
        ))}
        <Fields title="What you send" rows={inputRows} />
        <Fields title="What you get" rows={rowsOf(answer?.properties?.data ?? {})} />
        <h4>What can be refused</h4>
        <ul>
          {refusals.map(([status, refusal]) => (
            <li key={status}>
              <b>{status}</b> {formatted(refusal.description ?? resolve(responses, refusal).description)}
            </li>
          ))}
        </ul>
      </section>
    );
  }

  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, each]) => ({ path, method, each })),
  );
  const objects = Object.entries(schemas).filter(([, { properties, allOf }]) => properties ?? allOf);
  const values = Object.entries(schemas).filter(([name, { properties, allOf }]) => !(properties ?? allOf) && name);
  return renderToStaticMarkup(
    <>
      <nav aria-label="Calls">
        <ul className="developers-list">
          {calls.map(({ path, method, each }) => (
            <li key={each.operationId}>
              <a href={`#${each.operationId}`}>{each.summary}</a>{" "}
              <code>
                {method.toUpperCase()} {path}
              </code>
            </li>
          ))}
        </ul>
      </nav>
      {calls.map(({ path, method, each }) => operation(path, method, each))}
      <h2 id="objects">Objects and values</h2>
      {objects.map(([name, schema]) => (
        <section key={name} id={`schema-${name}`} className="developers-call">
          <h3>{name}</h3>
          {schema.description === undefined ? null : <p>{formatted(schema.description)}</p>}
          <Fields title="Fields" rows={rowsOf(schema)} />
        </section>
      ))}
      {values.map(([name, { description, ...schema }]) => (
        <section key={name} id={`schema-${name}`} className="developers-call">
          <h3>{name}</h3>
          <p>{typeOf(schema)}</p>
          {(description ?? "").split("\n").map((line) => (
            <p key={line}>{formatted(line.replace(/^- /, ""))}</p>
          ))}
        </section>
      ))}
    </>,
  );
}

const nameIn = (reference: string): string => reference.split("/").at(-1)!;

function Fields({ title, rows }: { readonly title: string; readonly rows: readonly ReactNode[] }) {
  if (rows.length === 0) return null;
  return (
    <>
      <h4>{title}</h4>
      <dl className="developers-fields">{rows}</dl>
    </>
  );
}

interface FieldProps {
  readonly name: string;
  readonly type: ReactNode;
  readonly isOptional: boolean;
  readonly children: string;
}

function Field({ name, type, isOptional, children }: FieldProps) {
  return (
    <div>
      <dt>
        <code>{name}</code>{" "}
        <span className="developers-type">
          {type}
          {isOptional && ", optional"}
        </span>
      </dt>
      <dd>{formatted(children)}</dd>
    </div>
  );
}

/** What a schema takes, in a few words. */
function typeOf({ $ref, type, items, anyOf, allOf, enum: values, const: value, format }: JsonSchema): ReactNode {
  if ($ref !== undefined) return <a href={`#schema-${nameIn($ref)}`}>{nameIn($ref)}</a>;
  if (items !== undefined) return <>list of {typeOf(items)}</>;
  if (Array.isArray(values))
    return values.map((each, index) => (
      <span key={String(each)}>
        {index > 0 && ", "}
        <code>{String(each)}</code>
      </span>
    ));
  if (value !== undefined) return <code>{String(value)}</code>;
  const parts = anyOf ?? allOf;
  if (parts !== undefined)
    return parts.map((part, index) => (
      <span key={JSON.stringify(part)}>
        {index > 0 && (anyOf ? " or " : " and ")}
        {typeOf(part)}
      </span>
    ));
  return [type ?? "any", format !== "int32" && format].filter(Boolean).join(", ");
}

/** A description, of whose Markdown only code and emphasis are used. */
const formatted = (text: string): ReactNode =>
  text
    .split(/(`[^`]+`)/)
    .map((part) => (part.startsWith("`") ? <code key={part}>{part.slice(1, -1)}</code> : part.replaceAll("**", "")));
