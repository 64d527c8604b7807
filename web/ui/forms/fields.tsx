import Checkbox from "@cloudscape-design/components/checkbox";
import FormField from "@cloudscape-design/components/form-field";
import Input from "@cloudscape-design/components/input";
import SpaceBetween from "@cloudscape-design/components/space-between";
import Textarea from "@cloudscape-design/components/textarea";
import ToggleButton from "@cloudscape-design/components/toggle-button";
import { type ReactNode, useState } from "react";
import { nameLengthMax } from "../../../shared/platform/full-name.ts";
import { useTheirs } from "./follow-stored.tsx";
import { type FieldProps, useField } from "./use-field.ts";

/** Label, hint, constraint, error and what was saved of it elsewhere, around a control. */
export function Field({
  name,
  inWords,
  label,
  hint,
  constraint,
  optional,
  error,
  stretch,
  children,
}: Pick<FieldProps, "label" | "hint" | "constraint" | "optional" | "stretch"> & {
  /** The field of the form, where it is one. */
  readonly name?: string | undefined;
  /** Tells a value that was saved elsewhere. */
  readonly inWords?: ((value: unknown) => string) | undefined;
  readonly error?: string | undefined;
  readonly children: ReactNode;
}) {
  const warning = useTheirs(name, inWords);
  return (
    <FormField
      label={
        optional ? (
          <>
            {label} <i>- optional</i>
          </>
        ) : (
          label
        )
      }
      description={hint}
      constraintText={constraint}
      errorText={error}
      warningText={warning}
      stretch={stretch}
    >
      {children}
    </FormField>
  );
}

const inWords = (text: unknown) => String(text ?? "");

/** One line of text. Input longer than `lengthMax` is cut. */
export function TextField(
  props: FieldProps & {
    readonly type?: "text" | "email" | "url" | "search";
    readonly inputMode?: "text" | "numeric" | "tel" | "email";
    readonly autoComplete?: string;
    readonly autoFocus?: boolean;
    readonly lengthMax?: number;
    /** Changes what was typed, for example dropping letters from a phone number. */
    readonly filter?: (typed: string) => string;
    readonly onEnter?: () => void;
  },
) {
  const { value, set, ...field } = useField<string | null | undefined>(props);
  const { filter, lengthMax, onEnter } = props;
  return (
    <Field {...props} inWords={inWords} error={field.error}>
      <Input
        ref={field.ref}
        name={props.name}
        type={props.type ?? "text"}
        value={value ?? ""}
        onBlur={field.onBlur}
        {...(onEnter && { onKeyDown: ({ detail }) => detail.key === "Enter" && onEnter() })}
        onChange={({ detail }) => set((filter ? filter(detail.value) : detail.value).slice(0, lengthMax))}
        inputMode={props.inputMode}
        autoComplete={props.autoComplete}
        autoFocus={props.autoFocus}
        placeholder={props.placeholder}
        disabled={props.disabled}
        readOnly={props.readOnly}
      />
    </Field>
  );
}

/** Several lines of plain text. */
export function TextAreaField(props: FieldProps & { readonly rows?: number; readonly lengthMax?: number }) {
  const { value, set, ...field } = useField<string | null | undefined>(props);
  return (
    <Field {...props} inWords={inWords} error={field.error}>
      <Textarea
        ref={field.ref}
        name={props.name}
        value={value ?? ""}
        rows={props.rows ?? 4}
        onBlur={field.onBlur}
        onChange={({ detail }) => set(detail.value.slice(0, props.lengthMax))}
        placeholder={props.placeholder}
        disabled={props.disabled}
        readOnly={props.readOnly}
      />
    </Field>
  );
}

/** What is said of digits that a number has no room for. */
export const leftOut = (digitsMax: number): string => `Up to ${digitsMax} digits fit. The rest was left out.`;

const numberOf = (typed: string): number | null => (typed === "" ? null : Number(typed));

/**
 * A number, or null while empty. `whole` blocks e, the decimal point and signs; `digitsMax` limits the characters, and what is
 * left out of a longer one is said; `none` names a checkbox that sets 0.
 */
export function NumberField(
  props: FieldProps & {
    readonly whole?: boolean;
    readonly min?: number;
    readonly step?: number;
    readonly digitsMax?: number;
    readonly none?: string;
  },
) {
  const { value, set, ...field } = useField<number | null | undefined>(props);
  /** As it was typed, while it says the value: "0." and "0.50" are on the way to something, or their own way to say it. */
  const [typed, setTyped] = useState<string>();
  const [isCut, setCut] = useState(false);
  const current = typed !== undefined && numberOf(typed) === (value ?? null) ? typed : undefined;
  const unset = props.none !== undefined && value === 0 && current === undefined;
  return (
    <Field {...props} error={field.error} constraint={isCut ? leftOut(props.digitsMax!) : props.constraint}>
      <SpaceBetween size="xs">
        <Input
          ref={field.ref}
          name={props.name}
          type="number"
          inputMode={props.whole ? "numeric" : "decimal"}
          step={props.step ?? (props.whole ? 1 : "any")}
          value={current ?? (value === null || value === undefined || Number.isNaN(value) ? "" : String(value))}
          onBlur={field.onBlur}
          onKeyDown={(event) => {
            const blocked = props.whole ? ["e", "E", ".", ",", "+", "-"] : ["e", "E", "+"];
            if (blocked.includes(event.detail.key)) event.preventDefault();
          }}
          onChange={({ detail }) => {
            const text = detail.value.slice(0, props.digitsMax);
            setCut(text !== detail.value);
            setTyped(text);
            set(numberOf(text));
          }}
          placeholder={props.placeholder}
          disabled={props.disabled || unset}
          readOnly={props.readOnly}
        />
        {props.none ? (
          <Checkbox
            checked={unset}
            disabled={props.disabled || props.readOnly}
            onChange={({ detail }) => {
              setTyped(undefined);
              set(detail.checked ? 0 : null);
            }}
          >
            {props.none}
          </Checkbox>
        ) : null}
      </SpaceBetween>
    </Field>
  );
}

/** A password with the rule beneath and a way to see what was typed. */
export function PasswordField(
  props: FieldProps & { readonly autoComplete: "current-password" | "new-password"; readonly autoFocus?: boolean },
) {
  const { value, set, ...field } = useField<string | undefined>(props);
  const [shown, setShown] = useState(false);
  return (
    <Field {...props} error={field.error}>
      <div className="password-field">
        <Input
          ref={field.ref}
          name={props.name}
          type={shown ? "text" : "password"}
          value={value ?? ""}
          onBlur={field.onBlur}
          onChange={({ detail }) => set(detail.value)}
          autoComplete={props.autoComplete}
          autoFocus={props.autoFocus}
          spellcheck={false}
          disabled={props.disabled}
        />
        <ToggleButton
          variant="icon"
          iconName="lock-private"
          pressedIconName="unlocked"
          pressed={shown}
          ariaLabel={`Show ${props.label}`}
          onChange={({ detail }) => setShown(detail.pressed)}
          disabled={props.disabled}
        />
      </div>
    </Field>
  );
}

/** Yes or no. `label` stands beside the box; `group` names what the choice is about. */
export function CheckboxField(props: FieldProps & { readonly group?: string }) {
  const { value, set, ...field } = useField<boolean | undefined>(props);
  return (
    <FormField label={props.group} errorText={field.error} constraintText={props.constraint}>
      <Checkbox
        ref={field.ref}
        name={props.name}
        checked={value === true}
        description={props.hint}
        onBlur={field.onBlur}
        onChange={({ detail }) => set(detail.checked)}
        disabled={props.disabled}
        readOnly={props.readOnly}
      >
        {props.label}
      </Checkbox>
    </FormField>
  );
}

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
