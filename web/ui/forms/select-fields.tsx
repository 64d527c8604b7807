import Multiselect from "@cloudscape-design/components/multiselect";
import Select, { type SelectProps } from "@cloudscape-design/components/select";
import { Tag } from "../look/skill-tags.tsx";
import { Field } from "./fields.tsx";
import { type FieldProps, useField } from "./use-field.ts";

/** One choice. Its value goes on the wire as it is, number or text. */
export interface Choice<Value extends string | number = string | number> {
  readonly value: Value;
  readonly label: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  /** Words by which it is found that are not shown until then. */
  readonly filteringTags?: readonly string[];
  readonly disabled?: boolean;
}

type LoadingState = "pending" | "loading" | "finished" | "error";

const labelOf = (choices: readonly Choice[], value: unknown) =>
  choices.find((choice) => choice.value === value)?.label ?? String(value ?? "");
const optionOf = ({ value, ...rest }: Choice): SelectProps.Option => ({ ...rest, value: String(value) });

/** One of several. The list is searched when it has more than ten entries. */
export function SelectField(
  props: FieldProps & {
    readonly choices: readonly Choice[];
    readonly status?: LoadingState;
    readonly onPick?: (value: string | number) => void;
  },
) {
  const { value, set, ...field } = useField<string | number | null | undefined>(props);
  const picked = props.choices.find((choice) => choice.value === value);
  return (
    <Field {...props} inWords={(of) => labelOf(props.choices, of)} error={field.error}>
      <Select
        ref={field.ref}
        selectedOption={picked ? optionOf(picked) : null}
        options={props.choices.map(optionOf)}
        filteringType={props.choices.length > 10 ? "auto" : "none"}
        statusType={props.status}
        loadingText="Loading"
        empty="No options"
        noMatch="No matches"
        selectedAriaLabel="Selected"
        placeholder={props.placeholder ?? "Choose"}
        onBlur={field.onBlur}
        onChange={({ detail }) => {
          const choice = props.choices.find((one) => String(one.value) === detail.selectedOption.value);
          if (!choice) return;
          set(choice.value);
          props.onPick?.(choice.value);
        }}
        disabled={props.disabled}
        readOnly={props.readOnly}
      />
    </Field>
  );
}

/**
 * Several of many. The field's value is a list of the choices' values, or of whole things when `toThing` and `idOf`
 * say how (skills travel as `{ skill_id, name }`).
 */
export function MultiselectField<Thing = string | number>(
  props: FieldProps & {
    readonly choices: readonly Choice[];
    readonly status?: LoadingState;
    readonly toThing?: (choice: Choice) => Thing;
    readonly idOf?: (thing: Thing) => string | number;
    /** Cuts long labels of what is chosen to this many characters and an ellipsis; the whole shows on hover and focus. */
    readonly cut?: 20 | 22;
  },
) {
  const { value, set, ...field } = useField<readonly Thing[] | undefined>(props);
  const idOf = props.idOf ?? ((thing: Thing) => thing as string | number);
  const toThing = props.toThing ?? ((choice: Choice) => choice.value as Thing);
  const values = (value ?? []).map(idOf);
  const kept = (value ?? []).filter((thing) => !props.choices.some((choice) => choice.value === idOf(thing)));
  const chosen = props.choices.filter((choice) => values.includes(choice.value)).map(optionOf);
  const named = kept.map((thing) => ({
    value: String(idOf(thing)),
    label: (thing as { name?: string }).name ?? String(idOf(thing)),
  }));
  const selected = [...chosen, ...named];
  const inWords = (things: unknown) =>
    (things as readonly Thing[]).map((thing) => labelOf(props.choices, idOf(thing))).join(", ");
  return (
    <Field {...props} inWords={inWords} error={field.error}>
      <Multiselect
        ref={field.ref}
        selectedOptions={selected}
        options={props.choices.map(optionOf)}
        filteringType="auto"
        statusType={props.status}
        loadingText="Loading"
        empty="No options"
        noMatch="No matches"
        selectedAriaLabel="Selected"
        placeholder={props.placeholder ?? "Choose"}
        hideTokens
        onBlur={field.onBlur}
        onChange={({ detail }) => {
          const picked = detail.selectedOptions.map((option) => option.value);
          set([
            ...kept.filter((thing) => picked.includes(String(idOf(thing)))),
            ...props.choices.filter((choice) => picked.includes(String(choice.value))).map(toThing),
          ]);
        }}
        disabled={props.disabled}
        readOnly={props.readOnly}
      />
      {selected.length > 0 ? (
        <ul className="tags tags-chosen" aria-label={`Chosen ${props.label.toLowerCase()}`}>
          {selected.map(({ value: id, label }) => (
            <Tag
              key={id}
              name={label ?? ""}
              cut={props.cut}
              onRemove={
                props.disabled || props.readOnly
                  ? undefined
                  : () => set((value ?? []).filter((thing) => String(idOf(thing)) !== id))
              }
            />
          ))}
        </ul>
      ) : null}
    </Field>
  );
}
