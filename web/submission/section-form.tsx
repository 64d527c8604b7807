import Button from "@cloudscape-design/components/button";
import Checkbox from "@cloudscape-design/components/checkbox";
import FormField from "@cloudscape-design/components/form-field";
import RadioGroup from "@cloudscape-design/components/radio-group";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from "react";
import { FormProvider, useForm, useFormContext, useWatch } from "react-hook-form";
import { acceptedFiles, fileTypesInWords, folderRules } from "../../shared/file/file.ts";
import type { SubmissionSection } from "../../shared/submission/calls.ts";
import { useSession } from "../app/session.tsx";
import { keepDraft, takeDraft } from "../ui/drafts.ts";
import { TextField } from "../ui/fields.tsx";
import { FileField } from "../ui/file-field.tsx";
import { resolverFor } from "../ui/resolver.ts";
import { RichTextField } from "../ui/rich-text-field.tsx";
import { useField } from "../ui/use-field.ts";
import { wordsFor } from "../ui/words.ts";
import type { Saver } from "./use-saver.ts";
import { answerOf, WorkFields, type WorkValues, waysOf } from "./work.ts";

/** How the work on one section stands against what is stored. */
export type SaveState =
  | { readonly kind: "clean"; readonly at?: string | undefined }
  | { readonly kind: "typed" | "saving" }
  | { readonly kind: "failed"; readonly fault: string };

/** What the page may ask of a section's form. */
export interface SectionHandle {
  /** Saves what is not saved yet. Answers false when it could not be, which the form then shows. */
  save(): Promise<boolean>;
}

const restMs = 4000;
const linksMax = 10;
const filesMax = 10;

/** The work on one section: text, links, files and choices, as the section asks for. Saves itself when typing rests. */
export function SectionForm({
  ref,
  section,
  saver,
  onState,
}: {
  readonly ref: Ref<SectionHandle>;
  readonly section: SubmissionSection;
  readonly saver: Saver;
  readonly onState: (state: SaveState) => void;
}) {
  const { section_id, work } = section;
  const { user } = useSession();
  const draftName = `submission ${section_id}`;
  const [opened] = useState<WorkValues>(() => ({
    response: work.response,
    links: [...work.links],
    attachments: [...work.attachments],
    options: [...work.options],
  }));
  const form = useForm<WorkValues>({
    resolver: resolverFor<WorkValues>(WorkFields),
    defaultValues: opened,
    mode: "onTouched",
  });
  const textNow = () => JSON.stringify(answerOf(form.getValues()));
  const stored = useRef(JSON.stringify(answerOf(opened)));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef({ saver, onState });
  latest.current = { saver, onState };

  const save = async (): Promise<boolean> => {
    clearTimeout(timer.current);
    const text = textNow();
    if (text === stored.current) return true;
    const values = form.getValues();
    if (!(await form.trigger(undefined, { shouldFocus: true }))) return false;
    latest.current.onState({ kind: "saving" });
    keepDraft(draftName, user.user_id, { ...values });
    try {
      await latest.current.saver.save(section_id, answerOf(values));
      stored.current = text;
      takeDraft(draftName, user.user_id);
      const more = textNow() !== text;
      latest.current.onState(more ? { kind: "typed" } : { kind: "clean", at: new Date().toISOString() });
      return !more || save();
    } catch (error) {
      latest.current.onState({ kind: "failed", fault: wordsFor(error) });
      return false;
    }
  };
  const saveNow = useRef(save);
  saveNow.current = save;
  useImperativeHandle(ref, () => ({ save: () => saveNow.current() }), []);

  useEffect(() => {
    const stop = form.subscribe({
      formState: { values: true },
      callback: () => {
        const text = JSON.stringify(answerOf(form.getValues()));
        if (text === stored.current) return;
        latest.current.onState({ kind: "typed" });
        clearTimeout(timer.current);
        timer.current = setTimeout(() => {
          const ready = WorkFields.safeParse(form.getValues()).success;
          if (ready && !latest.current.saver.conflict) void saveNow.current();
        }, restMs);
      },
    });
    const draft = takeDraft(draftName, user.user_id);
    for (const [name, value] of Object.entries(draft ?? {})) form.setValue(name as keyof WorkValues, value as never);
    const again = () => void saveNow.current();
    addEventListener("online", again);
    return () => {
      stop();
      clearTimeout(timer.current);
      removeEventListener("online", again);
    };
  }, [form, draftName, user.user_id]);

  const ways = waysOf(section);
  return (
    <FormProvider {...form}>
      <SpaceBetween size="l">
        {ways.option ? <Options section={section} /> : null}
        {ways.text ? <RichTextField name="response" label="Response" /> : null}
        {ways.file ? <Attachments /> : null}
        {ways.text || ways.file ? <Links /> : null}
      </SpaceBetween>
    </FormProvider>
  );
}

function Options({ section }: { readonly section: SubmissionSection }) {
  const { value, set, ref, error } = useField<string[]>({ name: "options" });
  const { options, options_multiple } = section;
  if (!options_multiple)
    return (
      <FormField label="Your choice" errorText={error}>
        <RadioGroup
          ref={ref}
          value={value[0] ?? null}
          items={options.map(({ option_id, name }) => ({ value: option_id, label: name }))}
          onChange={({ detail }) => set([detail.value])}
        />
      </FormField>
    );
  return (
    <FormField label="Your choices" description="Choose one or several." errorText={error}>
      <div className="work-choices">
        {options.map(({ option_id, name }) => (
          <Checkbox
            key={option_id}
            checked={value.includes(option_id)}
            onChange={({ detail }) =>
              set(detail.checked ? [...value, option_id] : value.filter((one) => one !== option_id))
            }
          >
            {name}
          </Checkbox>
        ))}
      </div>
    </FormField>
  );
}

const withScheme = (typed: string) => {
  const link = typed.trim();
  return link === "" || /^[a-z][a-z\d+.-]*:/i.test(link) || !link.includes(".") ? link : `https://${link}`;
};

function Links() {
  const { setValue, trigger } = useFormContext<WorkValues>();
  const links = useWatch<WorkValues, "links">({ name: "links" });
  const change = (next: string[]) => setValue("links", next, { shouldDirty: true });
  const list = useRef<HTMLDivElement>(null);
  const complete = () => {
    const whole = links.map(withScheme);
    if (whole.some((link, at) => link !== links[at])) {
      change(whole);
      void trigger("links");
    }
  };
  return (
    <FormField
      label={
        <>
          Links <i>- optional</i>
        </>
      }
      description="Videos, slides or pages that show your work. The reviewer must be able to open them."
      stretch
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: leaving a line only completes what was typed there */}
      <div ref={list} className="work-links" onBlur={complete}>
        {links.map((_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place, two may read the same
          <div key={at} className="work-link-row">
            <TextField
              name={`links.${at}`}
              label={`Link ${at + 1}`}
              type="url"
              placeholder="https://"
              lengthMax={2000}
            />
            <Button
              variant="icon"
              iconName="close"
              ariaLabel={`Remove link ${at + 1}`}
              onClick={() => change(links.filter((_one, place) => place !== at))}
            />
          </div>
        ))}
        <Button
          iconName="add-plus"
          disabled={links.length >= linksMax}
          disabledReason={`At most ${linksMax} links.`}
          onClick={() => {
            change([...links, ""]);
            requestAnimationFrame(() => [...(list.current?.querySelectorAll("input") ?? [])].at(-1)?.focus());
          }}
        >
          Add link
        </Button>
      </div>
    </FormField>
  );
}

function Attachments() {
  const { organization_id } = useSession();
  const megabytesMax = folderRules.submissions.bytesMax / 1024 / 1024;
  return (
    <FileField
      name="attachments"
      label="Attachments"
      hint={`${fileTypesInWords}, up to ${megabytesMax} MB each, at most ${filesMax} files.`}
      folder="submissions"
      organization_id={organization_id}
      accept={acceptedFiles}
      megabytesMax={megabytesMax}
      countMax={filesMax}
    />
  );
}
