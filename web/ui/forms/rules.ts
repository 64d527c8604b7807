import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";

/** Checks a form's values by a function that answers what is wrong, by field: for pages that zod would make heavy. */
export const rules =
  <Values extends FieldValues>(
    faultsOf: (values: Values) => { readonly [Name in keyof Values]?: string | undefined },
  ): Resolver<Values, unknown, Values> =>
  (values) => {
    const faults = Object.entries(faultsOf(values)).filter(([, message]) => message);
    if (faults.length === 0) return { values, errors: {} };
    const errors = faults.map(([name, message]) => [name, { type: "rule", message }]);
    return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<Values> };
  };
