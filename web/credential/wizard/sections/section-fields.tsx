import Button from "@cloudscape-design/components/button";
import Checkbox from "@cloudscape-design/components/checkbox";
import FormField from "@cloudscape-design/components/form-field";
import Input from "@cloudscape-design/components/input";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useRef } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { credentialLimits } from "../../../../shared/credential/parts.ts";
import { responseTypes, responseTypesOf } from "../../../../shared/credential/response-types.ts";
import { CheckboxField, NumberField, TextField } from "../../../ui/forms/fields.tsx";
import { RichTextField } from "../../../ui/forms/rich-text/rich-text-field.tsx";
import { useField } from "../../../ui/forms/use-field.ts";
import { duration } from "../../../ui/look/format.ts";
import { Panel } from "../../../ui/look/panel.tsx";
import { RubricFields } from "./rubric-fields.tsx";
import type { SectionsValues } from "./sections-values.ts";
import "./sections.css";

/**
 * One section: what to hand in, how to answer, how long it takes to judge, and by which rubric. With `among` it can be moved
 * among the others and removed.
 */
export function SectionFields({
  index,
  among,
}: {
  readonly index: number;
  readonly among?: {
    readonly count: number;
    readonly onMove: (by: -1 | 1) => void;
    readonly onRemove: () => void;
    /** Why it cannot be removed, where the role keeps it. */
    readonly kept?: string | undefined;
  };
}) {
  const at = `sections.${index}` as const;
  const title = useWatch<SectionsValues>({ name: `${at}.title` }) as string;
  const minutes = useWatch<SectionsValues>({ name: `${at}.review_estimate` }) as number | null;
  const name = `section ${index + 1}`;
  return (
    <Panel
      title={title.trim() === "" ? `Section ${index + 1}` : `${index + 1}. ${title}`}
      actions={
        among ? (
          <SpaceBetween direction="horizontal" size="xxs">
            <Button
              variant="icon"
              iconName="angle-up"
              formAction="none"
              ariaLabel={`Move ${name} up`}
              disabled={index === 0}
              onClick={() => among.onMove(-1)}
            />
            <Button
              variant="icon"
              iconName="angle-down"
              formAction="none"
              ariaLabel={`Move ${name} down`}
              disabled={index === among.count - 1}
              onClick={() => among.onMove(1)}
            />
            <Button
              variant="icon"
              iconName="remove"
              formAction="none"
              ariaLabel={`Remove ${name}`}
              disabled={among.count === 1 || among.kept !== undefined}
              disabledReason={among.kept}
              onClick={among.onRemove}
            />
          </SpaceBetween>
        ) : undefined
      }
    >
      <SpaceBetween size="l">
        <div className="wizard-title-row">
          <TextField
            name={`${at}.title`}
            label="Title"
            stretch
            placeholder="For example: Lesson plan"
            lengthMax={credentialLimits.titleCharacters}
          />
          <NumberField
            name={`${at}.review_estimate`}
            label="Minutes to review"
            stretch
            whole
            digitsMax={4}
            constraint={minutes !== null && minutes >= 60 ? duration(minutes) : undefined}
          />
        </div>
        <RichTextField
          name={`${at}.description`}
          label="Description"
          hint="What the learner submits in this section."
        />
        <ResponseField name={`${at}.response_type`} />
        <Options index={index} />
        <RubricFields index={index} />
      </SpaceBetween>
    </Panel>
  );
}

const responses = [
  { type: responseTypes.text, label: "Text", hint: "Typed on the page." },
  { type: responseTypes.file, label: "Upload File", hint: "Documents, slides, images, or recordings." },
  { type: responseTypes.option, label: "Option", hint: "Picked from options you provide." },
];

function ResponseField({ name }: { readonly name: string }) {
  const { value, set, error, ref } = useField<string>({ name });
  const chosen = responseTypesOf(value);
  return (
    <FormField label="Response type" description="How learners can answer." errorText={error} stretch>
      <div className="wizard-choices">
        {responses.map(({ type, label, hint }, at) => (
          <Checkbox
            key={type}
            ref={at === 0 ? ref : undefined}
            checked={chosen.includes(type)}
            description={hint}
            onChange={({ detail }) =>
              set(
                (detail.checked ? [...chosen, type] : chosen.filter((each) => each !== type))
                  .toSorted((one, other) => one - other)
                  .join(","),
              )
            }
          >
            {label}
          </Checkbox>
        ))}
      </div>
    </FormField>
  );
}

/** The answers to choose from, there while Option is a way to answer. */
function Options({ index }: { readonly index: number }) {
  const at = `sections.${index}` as const;
  const { formState, getFieldState, setFocus } = useFormContext<SectionsValues>();
  const list = useRef<HTMLDivElement>(null);
  const type = useWatch<SectionsValues>({ name: `${at}.response_type` }) as string;
  const { value, set } = useField<readonly { readonly option_id: string; readonly name: string }[] | undefined>({
    name: `${at}.options`,
  });
  if (!responseTypesOf(type).includes(responseTypes.option)) return null;
  const options = value ?? [];
  const { error } = getFieldState(`${at}.options`, formState);
  const nameFault = (place: number) => getFieldState(`${at}.options.${place}.name`, formState).error?.message;
  const add = () => {
    set([...options, { option_id: crypto.randomUUID(), name: "" }]);
    requestAnimationFrame(() => list.current?.querySelector<HTMLInputElement>("li:last-child input")?.focus());
  };
  const full = options.length >= credentialLimits.options;
  return (
    <FormField
      label="Options"
      description={`Two to ${credentialLimits.options} options. Press Enter to add another.`}
      errorText={error?.message ?? error?.root?.message}
      stretch
    >
      <div ref={list} data-field={`${at}.options`}>
        <SpaceBetween size="s">
          <ol className="wizard-options">
            {options.map(({ option_id, name }, place) => (
              <li key={option_id} data-field={`${at}.options.${place}.name`}>
                <FormField errorText={nameFault(place)} stretch>
                  <Input
                    ariaLabel={`Option ${place + 1}`}
                    value={name}
                    onChange={({ detail }) =>
                      set(
                        options.map((each) =>
                          each.option_id === option_id ? { ...each, name: detail.value.slice(0, 200) } : each,
                        ),
                      )
                    }
                    onKeyDown={(event) => {
                      if (event.detail.key !== "Enter") return;
                      event.preventDefault();
                      if (!full) add();
                    }}
                  />
                </FormField>
                <Button
                  variant="icon"
                  iconName="close"
                  formAction="none"
                  ariaLabel={`Remove option ${place + 1}`}
                  onClick={() => {
                    set(options.filter((each) => each.option_id !== option_id));
                    setFocus(`${at}.title`);
                  }}
                />
              </li>
            ))}
          </ol>
          <Button iconName="add-plus" formAction="none" disabled={full} onClick={add}>
            Add option
          </Button>
          <CheckboxField name={`${at}.options_multiple`} label="Allow multiple selections" />
        </SpaceBetween>
      </div>
    </FormField>
  );
}
