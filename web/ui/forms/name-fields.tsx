import { nameLengthMax } from "../../../shared/platform/full-name.ts";
import { TextField } from "./fields.tsx";

/** A person's first and last name, as two fields of a form; browsers fill in those of whoever writes, of a card, or none. */
export function NameFields({ of }: { readonly of: "writer" | "card" | "another" }) {
  const completion = (part: "given" | "family") =>
    of === "another" ? "off" : of === "card" ? `cc-${part}-name` : `${part}-name`;
  return (
    <>
      <TextField name="first_name" label="First name" lengthMax={nameLengthMax} autoComplete={completion("given")} />
      <TextField name="last_name" label="Last name" lengthMax={nameLengthMax} autoComplete={completion("family")} />
    </>
  );
}
