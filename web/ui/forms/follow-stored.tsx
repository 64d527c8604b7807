import Alert from "@cloudscape-design/components/alert";
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import type { DefaultValues, FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import type { ApiError } from "../../api/api-error.ts";
import { wordsFor } from "../words.ts";

/** By field's name, what was saved of it elsewhere while it was typed in here. */
const Theirs = createContext<Readonly<Record<string, unknown>>>({});

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/**
 * Around the fields of a form that is sent whole, over a version: a field that nobody has typed in follows what is stored, so
 * that saving takes back nobody's work. One that was typed in stays, and tells what was saved of it elsewhere.
 */
export function FollowStored<Values extends FieldValues, Checked>({
  form,
  stored,
  children,
}: {
  readonly form: UseFormReturn<Values, unknown, Checked>;
  readonly stored: Values | DefaultValues<Values> | undefined;
  readonly children: ReactNode;
}) {
  const [theirs, setTheirs] = useState<Readonly<Record<string, unknown>>>({});
  const text = JSON.stringify(stored);
  const followed = useRef(text);
  const { defaultValues: former } = form.formState;
  useEffect(() => {
    if (text === undefined || text === followed.current) return;
    followed.current = text;
    const present = JSON.parse(text) as Values;
    const moved = Object.keys(present).filter((name) => !isSame(former?.[name], present[name])) as Path<Values>[];
    const isTyped = (name: Path<Values>) =>
      ![former?.[name], present[name]].some((each) => isSame(form.getValues(name), each));
    const typed = moved.filter(isTyped);
    form.resetDefaultValues({ ...former, ...present });
    for (const name of moved) {
      if (!typed.includes(name)) form.setValue(name, present[name] as PathValue<Values, Path<Values>>);
    }
    setTheirs((before) => {
      const kept = Object.entries(before).filter(([name]) => !moved.includes(name as Path<Values>));
      return Object.fromEntries([...kept, ...typed.map((name) => [name, present[name]])]);
    });
  }, [form, former, text]);
  return <Theirs value={theirs}>{children}</Theirs>;
}

/**
 * What is said at a field that was saved elsewhere while it was typed in; undefined where it was not. `inWords` tells what
 * was saved where that can be told in a few words.
 */
export function useTheirs(name: string | undefined, inWords?: (value: unknown) => string): string | undefined {
  const theirs = useContext(Theirs);
  if (name === undefined || !(name in theirs)) return undefined;
  const told = inWords?.(theirs[name]);
  const now = told === undefined ? "" : told === "" ? " It’s empty now." : ` It’s “${told}” now.`;
  return `This was changed elsewhere after you opened it.${now} Saving replaces that with what you entered.`;
}

/** The same above a list of rows. */
export function ChangedElsewhere({ name }: { readonly name: string }) {
  const warning = useTheirs(name);
  return warning === undefined ? null : <Alert type="warning">{warning}</Alert>;
}

/** What such a form says when it is refused because somebody else was faster: by then it shows their work, too. */
export const wordsForFollowing = (error: ApiError): string =>
  error.code === "state.changed"
    ? "This was changed elsewhere after you opened it. Your changes are still here. Check them, and save again."
    : wordsFor(error);
