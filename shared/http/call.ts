import * as z from "zod";
import type { Permission } from "../permissions.ts";
import { Cursor } from "./cursor.ts";
import { wholeNumber } from "./fields.ts";
import type { KeyScope } from "./key-scopes.ts";
import { limitMax, offsetMax } from "./paging.ts";
import type { ProblemCode } from "./problems.ts";
import "./sentences.ts";

/** The methods a call may use. */
export type Method = "GET" | "POST" | "PUT" | "DELETE";

/**
 * Who may call: `anyone` (no token is needed), `account` (any signed-in person), `member` (any
 * signed-in person but a super administrator), `signature` (a provider's signed
 * webhook), or the holders of a permission, within the organization the input names or on the whole platform.
 */
export type Allow =
  | "anyone"
  | "account"
  | "member"
  | "signature"
  | { readonly permission: Permission; readonly within: "organization" | "platform" };

/** {@link Allow} in a word, as the portal knows it: a permission stands for those who hold it. */
export type AllowWord = Exclude<Allow, object> | Permission;

/** One call of the API: the single place its route, authorization, input, output and refusals are written. */
export interface Call<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> {
  /** Method and path below /api; names in braces travel in the path and are fields of the input. */
  readonly route: `${Method} /${string}`;
  readonly summary: string;
  readonly allow: Allow;
  /** It may be called with a key that has this scope, below {@link publicPrefix}. */
  readonly keys?: KeyScope;
  /** One flat object: a GET's fields travel in the query, all others' in a JSON body. Unknown fields are refused. */
  readonly input: Input;
  /** What a key sends, made of `input`; a part of it, so that the work is the same. {@link inputOfKey} reads it. */
  readonly inputByKey?: (input: never) => z.ZodObject;
  /** The allow-list of what may leave; unknown fields are dropped. */
  readonly output: Output;
  /** Refusals beyond those that follow from the rest of the definition, and beyond the usual 429, 500 and 503. */
  readonly problems?: readonly ProblemCode[];
  /** An `Idempotency-Key` header is honoured: a repeat answers what the first answered. */
  readonly idempotent?: true;
  /**
   * It ends its caller's session, so that who was not answered sends it again with a token that is dead by then: the handler
   * is told so (`isEnded` of the actor), and asks for another proof.
   */
  readonly endsSession?: true;
  /**
   * It is grave: its caller has shown in the last ten minutes of their session that it is them (`auth.proof-needed`), always or
   * with such an input. Keys are not asked.
   */
  readonly proof?: true | ((input: never) => boolean);
  /** Largest body in bytes; 1 MB unless the call carries a base64 image or attachment. */
  readonly bodyLimitBytes?: number;
  /**
   * What becomes of the call in an archived organization: refused unless it says otherwise. `as-its-work`: staff have 90
   * days; of a learner or reviewer the work says it, which may be another organization's.
   */
  readonly whenArchived?: "allowed" | "for-90-days" | "as-its-work";
  /** The body has a form of its own, which its handler reads; `input` has no fields of it. */
  readonly body?: "its-own";
  /** The answer is not JSON of `output` but a sheet as CSV or HTML, or a redirect, as a `Document`. */
  readonly answers?: "csv" | "html" | "redirect";
}

/** Where the calls that keys may make are besides: the same calls, by the same names. */
export const publicPrefix = "/v1";

/** What a call with `answers` gives: a whole HTTP answer other than JSON. */
export const Document = z.object({
  status: z.number().int(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
});
export type Document = z.infer<typeof Document>;

/** Bytes allowed in an ordinary body, and in one that carries a base64 image or attachment. */
export const bodyLimits = { ordinaryBytes: 1_000_000, imageBytes: 4_000_000 } as const;

/** A call as it is written: its schemas are made when they are first asked for, as a handler needs those of one call. */
type Definition<Input extends z.ZodObject, Output extends z.ZodType> = Omit<
  Call,
  "input" | "inputByKey" | "output" | "proof"
> & {
  readonly proof?: true | ((input: z.output<Input>) => boolean);
  readonly input: () => Input;
  readonly inputByKey?: (input: Input) => z.ZodObject;
  readonly output: () => Output;
};

/** Defines a call. Its input becomes strict; one that is strict stays itself, and so keeps its name. */
export function call<Input extends z.ZodObject, Output extends z.ZodType>({
  input,
  output,
  ...rest
}: Definition<Input, Output>): Call<Input, Output> {
  const made: { input?: Input; output?: Output } = {};
  return {
    ...rest,
    get input() {
      made.input ??= strict(input());
      return made.input;
    },
    get output() {
      made.output ??= output();
      return made.output;
    },
  };
}

const strict = <Input extends z.ZodObject>(input: Input): Input =>
  input.def.catchall === undefined ? (input.strict() as unknown as Input) : input;

/** What a call takes of a key. */
export const inputOfKey = ({ input, inputByKey }: Pick<Call, "input" | "inputByKey">): z.ZodObject =>
  inputByKey?.(input as never) ?? input;

/** The envelope every JSON answer has: `{ data: … }`. */
export const data = <Shape extends z.ZodType>(shape: Shape) => z.object({ data: shape });

/** What every page of a list says of the list. */
export const Page = z.object({
  /** How many there are on all pages. */
  total: z.number().int(),
  /** Leads to the next page; absent on the last. */
  cursor: z.string().optional(),
});

/** A page of a list: `rows` under a name of their own, with `total` and the cursor of the next page. */
export const page = <Name extends string, Row extends z.ZodType>(name: Name, row: Row) =>
  data(Page.extend({ [name]: z.array(row) } as Record<Name, z.ZodArray<Row>>));

/** What a list call takes: `offset` (at most 10,000), `limit` (default 10, at most 100) and the `cursor` of a former page. */
export const paging = {
  offset: wholeNumber({
    min: 0,
    max: offsetMax,
    beyond: "Offsets stop at 10,000. Use the previous page’s cursor.",
  }).default(0),
  limit: wholeNumber({ min: 1, max: limitMax }).default(10),
  /** The cursor of the page before; the offset is not read then. */
  cursor: Cursor.optional(),
};

/** How a list call is searched and sorted. */
export const narrowing = {
  /** By the beginnings of words, exact up to 1,000 matches. */
  search: z.string().trim().max(100).optional(),
  /** Newest first, or oldest first. */
  sort: z.enum(["newest", "oldest"]).default("newest"),
};

/** The method and path of a call, apart. */
export function wire({ route }: Pick<Call, "route">): { method: Method; path: string } {
  const [method, path] = route.split(" ") as [Method, string];
  return { method, path };
}

const selectors = ["organization_id", "org_id", "orgid", "id"] as const;

/** The field of a call's input that names the organization it acts in; undefined when it has none. */
export function selectorOf({ allow, input }: Pick<Call, "allow" | "input">): string | undefined {
  if (typeof allow === "string" || allow.within !== "organization") return undefined;
  return selectors.find((name) => name in input.shape);
}

/** What a call takes, as its caller writes it. */
export type InputOf<C extends Call> = z.input<C["input"]>;
/** What a call answers, as its caller reads it. */
export type OutputOf<C extends Call> = z.output<C["output"]>;

/** Whether a call names a thing besides the organization; a stranger to the organization then hears "not found". */
export function namesThing(definition: Pick<Call, "allow" | "input">): boolean {
  const selector = selectorOf(definition);
  return Object.keys(definition.input.shape).some((name) => name !== selector && name.endsWith("_id"));
}
