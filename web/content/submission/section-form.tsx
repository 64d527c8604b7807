import { type Ref, useEffect, useImperativeHandle, useRef, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { folderRuleInWords, recordingsMax } from "../../../shared/file/rules.ts";
import type { SubmissionSection } from "../../../shared/submission/submission-views.ts";
import { useSession } from "../../session/session.tsx";
import type { DraftPlace } from "../../ui/forms/drafts.ts";
import { FileField } from "../../ui/forms/files/file-field.tsx";
import { FormFields } from "../../ui/forms/form-fields.tsx";
import { LightTextField } from "../../ui/forms/light-fields.tsx";
import { LightChoices, LightGroup } from "../../ui/forms/light-group.tsx";
import { ReasonedButton } from "../../ui/forms/reasoned-button.tsx";
import { RichTextField } from "../../ui/forms/rich-text/rich-text-field.tsx";
import { useCallForm } from "../../ui/forms/use-call-form.ts";
import { useField } from "../../ui/forms/use-field.ts";
import { Stack } from "../../ui/look/panel.tsx";
import { Icon } from "../../ui/look/pictures/icon.tsx";
import { whenReleased } from "../../ui/press.ts";
import type { Saver } from "./use-saver.ts";
import { answerOf, faultsOf, linkLengthMax, resolver, type WorkValues, waysOf } from "./work.ts";

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

/** Where what is typed in a section is kept until it is saved. */
export const sectionDraft = (application_id: string, section_id: string): DraftPlace => ({
  kind: "draft submission",
  about: `${application_id} ${section_id}`,
  kept: "tab",
});

const restMs = 4000;
const linksMax = 10;
const filesMax = 10;

const textOf = (values: WorkValues) => JSON.stringify(answerOf(values));

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
  const [opened] = useState<WorkValues>(() => ({
    response: work.response,
    links: [...work.links],
    attachments: [...work.attachments],
    options: [...work.options],
  }));
  const [savedAt, setSavedAt] = useState<string>();
  const stored = useRef(textOf(opened));
  const of = useCallForm({
    resolver,
    values: opened,
    mode: "onTouched",
    ...(saver.application_id !== undefined && {
      draft: {
        ...sectionDraft(saver.application_id, section_id),
        from: "typing",
        over: { mark: () => section.updated_on ?? "", onOther: saver.noteConflict },
      },
    }),
    send: async (_, typed) => {
      if (textOf(typed) !== stored.current) await saver.save(section_id, answerOf(typed));
      stored.current = textOf(typed);
    },
    onDone: () => setSavedAt(new Date().toISOString()),
  });
  const { form, submit, pending, fault, unsaved } = of;
  const isStored = () => textOf(form.getValues()) === stored.current;

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** What is typed while it is being saved is saved after it. */
  const save = async (): Promise<boolean> => {
    clearTimeout(timer.current);
    return isStored() || ((await submit()) && save());
  };
  const latest = useRef({ save, saver, isStored });
  latest.current = { save, saver, isStored };
  useImperativeHandle(ref, () => ({ save: () => latest.current.save() }), []);

  useEffect(() => {
    const rest = () => {
      clearTimeout(timer.current);
      if (latest.current.isStored()) return;
      if (faultsOf(form.getValues()).response) void form.trigger("response"); // at once: it can't be saved as it is
      timer.current = setTimeout(() => {
        const ready = Object.keys(faultsOf(form.getValues())).length === 0;
        if (ready && !latest.current.saver.conflict) void latest.current.save();
      }, restMs);
    };
    const stop = form.subscribe({ formState: { values: true }, callback: rest });
    rest(); // what a former visit left
    const again = () => void latest.current.save();
    addEventListener("online", again);
    return () => {
      stop();
      clearTimeout(timer.current);
      removeEventListener("online", again);
    };
  }, [form]);

  const kind = pending ? "saving" : !unsaved ? "clean" : fault ? "failed" : "typed";
  const at = savedAt ?? section.updated_on;
  useEffect(() => {
    onState(kind === "clean" ? { kind, at } : kind === "failed" ? { kind, fault: fault ?? "" } : { kind });
  }, [onState, kind, at, fault]);

  const ways = waysOf(section);
  return (
    <FormFields of={of}>
      <Stack gap="l">
        {ways.option ? <Options section={section} /> : null}
        {ways.text ? <RichTextField name="response" label="Response" /> : null}
        {ways.file ? <Attachments application_id={saver.application_id} disabled={saver.preview === true} /> : null}
        {ways.text || ways.file ? <Links /> : null}
      </Stack>
    </FormFields>
  );
}

function Options({ section }: { readonly section: SubmissionSection }) {
  const { value, set, ref, error } = useField<string[]>({ name: "options" });
  const { options, options_multiple } = section;
  return (
    <LightChoices
      ref={ref}
      label={options_multiple ? "Your choices" : "Your choice"}
      hint={options_multiple ? "Choose one or more." : undefined}
      error={error}
      options={options.map(({ option_id, name }) => ({ value: option_id, label: name }))}
      chosen={value}
      multiple={options_multiple}
      onChoose={set}
    />
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
      whenReleased(() => void trigger("links"));
    }
  };
  return (
    <LightGroup
      label="Links"
      optional
      hint="Videos, slides, or pages that show your work. Make sure your reviewer can open them."
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: leaving a line only completes what was typed there */}
      <div ref={list} className="work-links" onBlur={complete}>
        {links.map((_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place, two may read the same
          <div key={at} className="work-link-row">
            <LightTextField
              name={`links.${at}`}
              label={`Link ${at + 1}`}
              type="url"
              placeholder="https://"
              lengthMax={linkLengthMax}
            />
            <button
              type="button"
              className="light-icon"
              aria-label={`Remove link ${at + 1}`}
              onClick={() => change(links.filter((_one, place) => place !== at))}
            >
              <Icon name="cross" />
            </button>
          </div>
        ))}
        <ReasonedButton
          reason={links.length >= linksMax ? `At most ${linksMax} links.` : undefined}
          onClick={() => {
            change([...links, ""]);
            requestAnimationFrame(() => [...(list.current?.querySelectorAll("input") ?? [])].at(-1)?.focus());
          }}
        >
          <Icon name="plus" />
          Add link
        </ReasonedButton>
      </div>
    </LightGroup>
  );
}

function Attachments({
  application_id,
  disabled,
}: {
  readonly application_id: string | undefined;
  readonly disabled: boolean;
}) {
  const { organization_id } = useSession();
  return (
    <FileField
      name="attachments"
      label="Attachments"
      hint={`${folderRuleInWords("submissions")} each, recordings up to 1 GB. At most ${filesMax} files, ${recordingsMax} of them recordings.`}
      folder="submissions"
      organization_id={organization_id}
      countMax={filesMax}
      application_id={application_id}
      disabled={disabled}
    />
  );
}
