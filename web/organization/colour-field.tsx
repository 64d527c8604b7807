import Input from "@cloudscape-design/components/input";
import { useId } from "react";
import { useWatch } from "react-hook-form";
import { defaultColour } from "../../shared/organization/colour.ts";
import { organizationColour } from "../../shared/organization/organization-colour.ts";
import { Field } from "../ui/forms/fields.tsx";
import { type FieldProps, useField } from "../ui/forms/use-field.ts";
import { Badge } from "../ui/look/pictures/badge.tsx";
import "./organization.css";

/** Colours that suit, dark enough for white letters. */
const ready: readonly (readonly [colour: string, name: string])[] = [
  ["#13623b", "Green"],
  ["#0b6b74", "Teal"],
  ["#1f4e9e", "Blue"],
  ["#1b2f5e", "Navy"],
  ["#5b3aa5", "Violet"],
  ["#7a2a6b", "Plum"],
  ["#a82452", "Rose"],
  ["#a3261b", "Red"],
  ["#9a3f0b", "Ember"],
  ["#6b4423", "Brown"],
  ["#3c4858", "Slate"],
  ["#22262b", "Black"],
];

const samples = ["Formative Assessment", "Reading Circle Leader", "Number Talks"] as const;

/** An organization's colour: one of those at hand or any that is dark enough, and what badges look like in it. */
export function ColourField(props: FieldProps) {
  const { value, set, ...field } = useField<string | null | undefined>(props);
  const name: string = useWatch({ name: "name" }) ?? "";
  const group = useId();
  const checked = organizationColour.safeParse(value);
  const colour = checked.success ? checked.data : defaultColour;
  return (
    <Field {...props} inWords={(typed) => String(typed ?? "")} error={field.error}>
      <div className="colour-field">
        <fieldset className="colour-choices">
          <legend className="visually-hidden">Suggested colors</legend>
          {ready.map(([each, word]) => (
            <label key={each} className="colour-choice" title={word}>
              <input type="radio" name={group} checked={value === each} onChange={() => set(each)} />
              <span className="colour-swatch" style={{ backgroundColor: each }} />
              <span className="visually-hidden">{word}</span>
            </label>
          ))}
        </fieldset>
        <div className="colour-typed">
          <Input
            ref={field.ref}
            name={props.name}
            value={value ?? ""}
            placeholder={defaultColour}
            spellcheck={false}
            autoComplete={false}
            onBlur={field.onBlur}
            onChange={({ detail }) => set(detail.value.trim() === "" ? null : detail.value.slice(0, 20))}
          />
        </div>
        <p className="colour-samples" aria-hidden="true">
          {samples.map((title) => (
            <Badge key={title} title={title} colour={colour} size={64} />
          ))}
          <span className="colour-name" style={{ color: colour }}>
            {name || "Your organization"}
          </span>
        </p>
      </div>
    </Field>
  );
}
