import { createContext, type RefObject, useEffect, useRef, useState } from "react";
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import { ApiError } from "../../api/api-error.ts";
import { flash } from "../dialogs/flash.ts";
import { wordsFor } from "../words.ts";
import { type DraftPlace, draftAt } from "./drafts.ts";
import { useUnsaved } from "./unsaved.ts";
import { type Submit, unforeseen, useSubmit } from "./use-submit.ts";

/** A form's fields, what checks them, and what is done with them. */
export interface CallFormOptions<Values extends FieldValues, Checked, Answer> {
  readonly values: Values | DefaultValues<Values>;
  /** What checks the fields: `resolverFor` of a schema, or `rules`. */
  readonly resolver: Resolver<Values, unknown, Checked>;
  /** When a field is checked first: when the form is sent, unless told. */
  readonly mode?: "onSubmit" | "onTouched";
  /** Writes. What got no answer and is sent again is the same act, as web/api/client.ts sees to it. */
  readonly send: (checked: Checked, typed: Values) => Promise<Answer>;
  readonly onDone?: (answer: Answer, typed: Values) => unknown;
  /** Hears of a refusal or a failure first; answer true when nothing should be said of it here. */
  readonly onRefused?: (error: ApiError) => boolean | undefined;
  /** The form's name for a field that the server names differently. */
  readonly fieldOf?: (name: string) => string;
  /** The field that a refusal which names none belongs to: a wrong password to the password. */
  readonly fieldFor?: (error: ApiError) => FieldPath<Values> | undefined;
  /** What is said of a failure that lands on no field, or on others besides; the usual words unless told. */
  readonly explain?: (error: ApiError) => string;
  /**
   * Where typing is kept that was not sent: `typing` from the first letter on, taken back silently; `refusal` when the
   * session ends under it, and told when it is taken back.
   */
  readonly draft?: DraftPlace & {
    readonly from: "typing" | "refusal";
    /** Where another window may change what the form is filled from: its mark, and who hears that a draft has another. */
    readonly over?: { readonly mark: () => string; readonly onOther: () => void };
  };
}

/** What was typed, and the mark of what it was typed over. */
interface Typed<Values> {
  readonly typed: Partial<Values>;
  readonly over?: string | undefined;
}

/** A form as it stands. */
export interface CallFormState<Values extends FieldValues, Checked> extends Omit<Submit<void, string>, "submit"> {
  readonly form: UseFormReturn<Values, unknown, Checked>;
  /** Checks and sends. Answers whether it got through; if not, the form shows why. */
  readonly submit: () => Promise<boolean>;
  /** Something is typed that was not sent. */
  readonly unsaved: boolean;
  /** The names of the fields that are shown; {@link ShownFields} gives it to them. */
  readonly shown: RefObject<Set<string>>;
}

/** What a draft holds: who keeps one for a form elsewhere keeps the fields alone, as earlier releases did. */
const typedIn = <Values>(kept: Typed<Values> | Partial<Values>): Typed<Values> =>
  "typed" in kept ? kept : { typed: kept as Partial<Values> };

/** The names of a form's shown fields: a refusal lands on those, and is told above the form when it concerns none. */
export const ShownFields = createContext<RefObject<Set<string>> | undefined>(undefined);

/** The shown field that a refused name belongs to: itself, or what it is a part of. */
function shownAt(name: string, shown: ReadonlySet<string>): string | undefined {
  for (let part = name; part !== ""; part = part.slice(0, Math.max(0, part.lastIndexOf(".")))) {
    if (shown.has(part)) return part;
  }
  return undefined;
}

/**
 * How a form writes in the portal: fields, what checks them, sending once at a time, refusals on their fields and a
 * message for the rest. Typed text is never lost: not by a refusal, a lost connection or the session's end.
 */
export function useCallForm<Values extends FieldValues, Checked, Answer>(
  options: CallFormOptions<Values, Checked, Answer>,
): CallFormState<Values, Checked> {
  const { from } = options.draft ?? {};
  const over = useRef(options.draft?.over);
  over.current = options.draft?.over;
  /** The mark of a draft that came back and has another, until it is sent. */
  const former = useRef<string>(undefined);
  const shown = useRef(new Set<string>());
  const [draft] = useState(() => options.draft && draftAt<Typed<Values> | Partial<Values>>(options.draft));
  const form = useForm<Values, unknown, Checked>({
    resolver: options.resolver,
    defaultValues: options.values as DefaultValues<Values>,
    mode: options.mode ?? "onSubmit",
  });

  const [keep] = useState(() => (values: Values) => {
    const { defaultValues: filled } = form.formState;
    const isTyped = ([name, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(filled?.[name]);
    // what was merely shown is not brought back over what is stored by then
    const typed = Object.fromEntries(Object.entries(values).filter(isTyped)) as Partial<Values>;
    draft?.keep({ typed, over: former.current ?? over.current?.mark() });
  });

  useEffect(() => {
    const kept = draft?.read();
    if (kept) {
      const left = typedIn(kept);
      form.reset({ ...form.getValues(), ...left.typed }, { keepDefaultValues: true });
      if (left.over !== undefined && left.over !== over.current?.mark()) {
        former.current = left.over;
        over.current?.onOther();
      }
      if (from === "refusal") flash("info", "We restored your unsaved changes.");
    }
    if (from !== "typing") return draft?.drop();
    return form.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => (isDirty ? keep(values) : draft?.drop()),
    });
  }, [draft, form, from, keep]);

  /** Sets what was refused at its fields; answers what is left to say. */
  const explain = (error: unknown): string | undefined => {
    if (!(error instanceof ApiError)) return unforeseen(error);
    if (error.status === 401) keep(form.getValues());
    if (options.onRefused?.(error)) return undefined;
    const field = options.fieldFor?.(error);
    if (field !== undefined) {
      const message = options.explain?.(error) ?? wordsFor(error);
      form.setError(field, { type: "server", message }, { shouldFocus: true });
      return undefined;
    }
    const refused = Object.entries(error.fields);
    const elsewhere: string[] = [];
    let shouldFocus = true;
    for (const [wireName, message] of refused) {
      const name = shownAt(options.fieldOf?.(wireName) ?? wireName, shown.current);
      if (name === undefined) {
        elsewhere.push(message);
        continue;
      }
      form.setError(name as FieldPath<Values>, { type: "server", message }, { shouldFocus });
      shouldFocus = false; // the first one has it
    }
    if (refused.length > 0 && elsewhere.length === 0) return undefined;
    return options.explain?.(error) ?? (elsewhere.join(" ") || wordsFor(error));
  };
  const sending = useSubmit<{ checked: Checked; typed: Values }, Answer>({
    send: ({ checked, typed }) => options.send(checked, typed),
    onDone: (answer, { typed }) => {
      former.current = undefined;
      form.resetDefaultValues(typed);
      if (JSON.stringify(form.getValues()) === JSON.stringify(typed)) draft?.drop();
      return options.onDone?.(answer, typed);
    },
    explain,
  });

  const submit = async () => {
    sending.clear();
    const sent = await form.handleSubmit((checked) =>
      sending.submit({ checked, typed: structuredClone(form.getValues()) }),
    )();
    return sent ?? false;
  };
  const { pending, fault, clear } = sending;
  useUnsaved(form.formState.isDirty);
  return { form, submit, pending, fault, clear, unsaved: form.formState.isDirty && !pending, shown };
}
