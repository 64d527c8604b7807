import type * as z from "zod";

/** What a schema is made of, as far as fields may lie in it. */
interface Definition {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly out?: z.ZodType;
  readonly element?: z.ZodType;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly options?: readonly z.ZodType[];
}
const definitionOf = (schema: z.ZodType) => schema._zod.def as unknown as Definition;

/** The paths of all fields of a value that its schema does not know, however deep they lie. */
export function unknownFields(schema: z.ZodType, value: unknown, path: readonly (string | number)[] = []): string[] {
  if (typeof value !== "object" || value === null) return [];
  const { type, innerType, in: before, out, element, shape, options } = definitionOf(schema);
  const next = innerType ?? (type === "pipe" ? (definitionOf(before!).type === "transform" ? out : before) : undefined);
  if (next) return unknownFields(next, value, path);
  if (options) {
    const found = options.map((option) => unknownFields(option, value, path));
    return found.toSorted((one, other) => one.length - other.length)[0] ?? [];
  }
  if (element && Array.isArray(value)) {
    return value.flatMap((each, index) => unknownFields(element, each, [...path, index]));
  }
  if (shape === undefined || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, field]) => {
    const known = Object.hasOwn(shape, name) ? shape[name] : undefined;
    return known ? unknownFields(known, field, [...path, name]) : [[...path, name].join(".")];
  });
}
