import { zodResolver } from "@hookform/resolvers/zod";
import type { FieldValues, Resolver } from "react-hook-form";
import * as z from "zod";

/** zod would try to compile its checks with `new Function`, which the portal's content security policy forbids. */
z.config({ jitless: true });

/** Checks a form's values with a schema: the call's own input, or one of the form's fields. */
export const resolverFor = <Values extends FieldValues, Checked>(
  schema: z.ZodType<Checked, Values>,
): Resolver<Values, unknown, Checked> => zodResolver<Values, unknown, Checked>(schema);
