import { zodResolver } from "@hookform/resolvers/zod";
import type { FieldValues, Resolver } from "react-hook-form";
import * as z from "zod";

/** zod would try to compile its checks with `new Function`, which the portal's content security policy forbids. */
z.config({ jitless: true });

/** Checks a form's values with a schema: the call's own input, or one of the form's fields. */
export const resolverFor = <Values extends FieldValues>(schema: z.ZodType<unknown, Values>): Resolver<Values> =>
  zodResolver(schema as never) as unknown as Resolver<Values>;
