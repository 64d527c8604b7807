import Alert from "@cloudscape-design/components/alert";
import { type FieldErrors, type FieldValues, useFormContext, useFormState } from "react-hook-form";

interface Fault {
  readonly name: string;
  readonly message: string;
}

/** Every message of a form's errors with the field's name, in the order of the fields. */
function faultsIn(errors: FieldErrors<FieldValues> | undefined, prefix = ""): Fault[] {
  return Object.entries(errors ?? {}).flatMap(([key, error]): Fault[] => {
    if (!error || typeof error !== "object" || key === "ref") return [];
    const name = prefix === "" ? key : key === "root" ? prefix : `${prefix}.${key}`;
    const { message } = error as { message?: unknown };
    if (typeof message === "string" && message !== "") return [{ name, message }];
    return faultsIn(error as FieldErrors<FieldValues>, name);
  });
}

/** Where a fault lies, in words, when the form holds several of a kind: `Section 2: `. */
const place = (name: string): string => {
  const [, section, row] = /^sections\.(\d+)(?:\.rubric_ext\.criteria\.(\d+))?/.exec(name) ?? [];
  if (section === undefined) return "";
  return `Section ${Number(section) + 1}${row === undefined ? "" : `, row ${Number(row) + 1}`}: `;
};

/** Leads to a field: through the form where it knows the control, else to the first control of the field's place. */
function focusField(name: string, setFocus: (name: string) => void): void {
  const held = document.querySelector(`[data-field="${CSS.escape(name)}"]`);
  if (held) held.querySelector<HTMLElement>("textarea, input, button")?.focus();
  else setFocus(name);
}

/** What still needs another look in this step, once somebody tried to go on; each entry leads to its field. */
export function ErrorSummary() {
  const { setFocus } = useFormContext();
  const { errors, submitCount } = useFormState();
  const faults = faultsIn(errors).filter(({ name }) => name !== "root");
  if (submitCount === 0 || faults.length === 0) return null;
  return (
    <Alert type="error" header={faults.length === 1 ? "Fix 1 error" : `Fix ${faults.length} errors`}>
      <ul className="wizard-faults">
        {faults.map(({ name, message }) => (
          <li key={name}>
            <button type="button" className="wizard-fault" onClick={() => focusField(name, setFocus)}>
              {place(name)}
              {message}
            </button>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
