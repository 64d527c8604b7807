/** A JSON schema, or a part of one. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly [keyword: string]: unknown;
}

/** What stands for a part that is among the components. */
export interface Reference {
  readonly $ref: string;
  readonly description?: string;
}

/** What a body is, by its media type. */
export type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>;

/** A field in the path, the query or a header. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

/** A header of an answer. */
export interface Header {
  readonly description: string;
  readonly schema: JsonSchema;
}

/** An answer. */
export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header | Reference>>;
  readonly content?: Content;
}

/** What a method does on a path. */
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** Empty where no token is needed; left out, that of the document holds. */
  readonly security?: readonly [];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly required: true; readonly content: Content };
  readonly responses: Readonly<Record<string, Response | Reference>>;
}
