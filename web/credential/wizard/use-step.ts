import { useEffect, useRef, useState } from "react";
import type { FieldValues } from "react-hook-form";
import type * as z from "zod";
import type { Credential } from "../../../shared/credential/credential.ts";
import type { UnfinishedStep, UnfinishedStepNumber } from "../../../shared/credential/unfinished.ts";
import type { ApiError } from "../../api/api-error.ts";
import { api } from "../../api/client.ts";
import { queries } from "../../api/queries.ts";
import { flash } from "../../ui/dialogs/flash.ts";
import { draftAt } from "../../ui/forms/drafts.ts";
import { resolverFor } from "../../ui/forms/resolver.ts";
import { type CallFormState, useCallForm } from "../../ui/forms/use-call-form.ts";
import { wordsFor } from "../../ui/words.ts";
import { flashRefusal, refusalOf } from "../update-refused.ts";
import type { Keeping, UnfinishedPart } from "./use-unfinished.ts";
import { type Exit, useWizard } from "./wizard-context.ts";

/** How one step's form is filled, checked, kept and saved. */
export interface StepOptions<Values extends FieldValues, Checked> {
  readonly schema: z.ZodType<Checked, Values>;
  /** What the saved credential holds for this step. */
  readonly valuesOf: (credential: Credential | undefined) => Values;
  /** Saves what is typed over the version of the credential that the form was filled from. */
  readonly send: (typed: Values, over: Credential | undefined) => Promise<Credential>;
  /** Turns the server's name of a refused field into the form's. */
  readonly fieldOf: (name: string) => string;
  /** The part of the step as it is typed, to be kept before it is whole, and what of it cannot be kept, in words. */
  readonly unfinishedOf: (typed: Values) => { readonly part: UnfinishedPart; readonly without?: string };
  /** What the form shows of a kept part. */
  readonly typedOf: (kept: UnfinishedStep) => Partial<Values> | undefined;
}

/** A step's form, and what came between its author and its saving. */
export interface Step<Values extends FieldValues, Checked> {
  readonly of: CallFormState<Values, Checked>;
  /** The version that somebody else saved meanwhile, while the author has not chosen. */
  readonly outdated: Choice | undefined;
  /** What another window of the author kept meanwhile, while they have not chosen. */
  readonly elsewhere: Choice | undefined;
}

/** Two versions of a step, one of which its author chooses. */
interface Choice {
  readonly takeTheirs: () => void;
  readonly keepMine: () => void;
}

/**
 * The open step of the wizard: its form, filled from the credential and what the server keeps of its typing. Typing is kept
 * by the server when it rests, whole or not, and by the tab until the server has it; it survives going back and forth, a
 * refusal, a lost connection and the session's end. The frame around saves and leaves the step by what is attached here.
 */
export function useStep<Values extends FieldValues, Checked>(
  options: StepOptions<Values, Checked>,
): Step<Values, Checked> {
  const { schema, valuesOf, send, fieldOf, unfinishedOf } = options;
  const { credential, draft, noteUnsaved, noteRefused, attach, unfinished } = useWizard();
  const [over, setOver] = useState(credential);
  const [isOutdated, setOutdated] = useState(false);
  const saved = useRef<Credential>(undefined);
  const leaving = useRef(false);
  const of = useCallForm<Values, Checked, Credential>({
    resolver: resolverFor(schema),
    values: valuesOf(credential),
    mode: "onTouched",
    draft: over
      ? { ...draft, over: { mark: () => JSON.stringify(valuesOf(over)), onOther: () => setOutdated(true) } }
      : draft,
    fieldOf,
    send: (_, typed) => send(typed, over),
    onDone: (answer) => {
      saved.current = answer;
    },
    onRefused: (error: ApiError) => {
      if (!leaving.current) flashRefusal(refusalOf(error));
      setOutdated(error.code === "credential.changed");
      return false;
    },
  });
  const { isDirty, submitCount, errors } = of.form.formState;
  useEffect(() => noteUnsaved(isDirty), [isDirty, noteUnsaved]);
  const isRefused = Object.keys(errors).length > 0;
  useEffect(() => {
    if (submitCount > 0) noteRefused(isRefused);
  }, [submitCount, isRefused, noteRefused]);

  const keeping = useKeeping(of, over, options);
  const save = async (): Promise<Credential | undefined> => {
    keeping.pause();
    await unfinished.settle();
    if (!(await of.submit())) return undefined;
    keeping.finish();
    return saved.current;
  };
  const exit = async (): Promise<Exit | undefined> => {
    if (!isDirty) {
      await keeping.keep();
      return {};
    }
    if (schema.safeParse(of.form.getValues()).success) {
      leaving.current = true;
      const whole = await save().finally(() => {
        leaving.current = false;
      });
      if (whole) return { saved: whole };
    }
    const result = await keeping.keep();
    if (result && result.kind !== "kept") {
      if (result.kind === "failed") flash("error", result.fault);
      return undefined;
    }
    return { kept: { without: unfinishedOf(of.form.getValues()).without } };
  };
  useEffect(() => {
    attach({ save, exit });
    return () => attach(undefined);
  });

  const newer = async (then: (latest: Credential) => void) => {
    if (!over) return;
    const { organization_id, credential_id } = over;
    const asked = api.credential.read.query({ organization_id, credential_id });
    try {
      const latest = await queries.fetchQuery({ ...asked, staleTime: 0 });
      setOver(latest);
      then(latest);
      of.clear();
    } catch (error) {
      flash("error", wordsFor(error));
    }
  };
  const outdated: Choice = {
    takeTheirs: () => void newer((latest) => of.form.reset(valuesOf(latest))),
    keepMine: () => void newer(() => flash("info", "Save again to replace their changes to this step.")),
  };
  return { of, outdated: isOutdated ? outdated : undefined, elsewhere: keeping.elsewhere };
}

/** How the open step's typing is kept. */
interface KeepingStep {
  /** Keeps what is typed now, unless that is done. */
  readonly keep: () => Promise<Keeping | undefined>;
  /** Waits with keeping until something is typed again. */
  readonly pause: () => void;
  /** The step was saved whole. */
  readonly finish: () => void;
  readonly elsewhere: Choice | undefined;
}

const restMs = 4000;

/** Keeps a step's typing at the server when it rests, and fills the form with what is kept there. */
function useKeeping<Values extends FieldValues, Checked>(
  { form }: CallFormState<Values, Checked>,
  over: Credential | undefined,
  { valuesOf, unfinishedOf, typedOf }: StepOptions<Values, Checked>,
): KeepingStep {
  const { credential, draft, unfinished, ...wizard } = useWizard();
  const step = wizard.step as UnfinishedStepNumber;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const keptText = useRef<string>(undefined);
  const textNow = () => JSON.stringify(form.getValues());
  const pause = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
  };
  const keep = async (): Promise<Keeping | undefined> => {
    pause();
    const text = textNow();
    const dirty = text !== JSON.stringify(form.formState.defaultValues);
    if (!credential || text === keptText.current || (!dirty && !unfinished.of(step))) return undefined;
    const keeping = await unfinished.keep(step, dirty ? unfinishedOf(form.getValues()).part : {});
    if (keeping.kind !== "kept") return keeping;
    keptText.current = text;
    if (textNow() === text) draftAt(draft).drop();
    return keeping;
  };
  const show = (kept: UnfinishedStep | undefined) => {
    form.reset({ ...valuesOf(over), ...(kept && typedOf(kept)) }, { keepDefaultValues: true });
    keptText.current = textNow();
    draftAt(draft).drop();
  };
  const rest = () => {
    pause();
    const keeping = unfinished.keepings.get(step);
    if (textNow() === keptText.current || keeping?.kind === "conflict") return;
    if (keeping?.kind !== "typed") unfinished.note(step, { kind: "typed" });
    timer.current = setTimeout(() => void latest.current.keep(), restMs);
  };
  const latest = useRef({ keep, show, rest, unfinished });
  latest.current = { keep, show, rest, unfinished };
  useEffect(() => {
    const kept = latest.current.unfinished.of(step);
    if (kept && draftAt(draft).read() === undefined) latest.current.show(kept);
  }, [step, draft]);
  const exists = credential !== undefined;
  useEffect(() => {
    if (!exists) return;
    const stop = form.subscribe({ formState: { values: true }, callback: () => latest.current.rest() });
    if (draftAt(draft).read() !== undefined) latest.current.rest(); // what a former visit left
    const again = () => void latest.current.keep();
    addEventListener("online", again);
    return () => {
      stop();
      removeEventListener("online", again);
      if (timer.current !== undefined) void latest.current.keep();
    };
  }, [form, draft, exists]);

  const keeping = unfinished.keepings.get(step);
  const goOn = (from: UnfinishedStep | undefined) => unfinished.goOnFrom(step, from);
  return {
    keep,
    pause,
    finish: () => {
      unfinished.finished(step);
      keptText.current = undefined;
    },
    elsewhere:
      keeping?.kind === "conflict"
        ? {
            takeTheirs: () => {
              goOn(keeping.theirs);
              show(keeping.theirs);
            },
            keepMine: () => {
              goOn(keeping.theirs);
              void keep();
            },
          }
        : undefined,
  };
}
