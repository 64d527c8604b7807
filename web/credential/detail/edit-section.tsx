import Alert from "@cloudscape-design/components/alert";
import { useState } from "react";
import type * as z from "zod";
import type { Credential, Section } from "../../../shared/credential/credential.ts";
import type { SectionsStep } from "../../../shared/credential/steps.ts";
import { api } from "../../api/client.ts";
import { SectionCard } from "../../content/credential/section-card.tsx";
import { CallForm } from "../../ui/forms/call-form.tsx";
import { updateRefusal } from "../update-refused.ts";
import { SectionFields } from "../wizard/sections/section-fields.tsx";
import { sectionsSchema, sectionValues } from "../wizard/sections/sections-values.ts";
import { SomeoneElses } from "./someone-elses.tsx";
import "../wizard/wizard.css";

/**
 * One section edited where it stands. The others are sent back as they are by then, so that what somebody else has saved
 * of them meanwhile stays; a section that somebody else has deleted is added again at the end.
 */
export default function EditSection({
  credential,
  section_id,
  onClose,
}: {
  readonly credential: Credential;
  readonly section_id: string;
  readonly onClose: () => void;
}) {
  const { organization_id, credential_id, version } = credential;
  const placeIn = (sections: readonly { readonly section_id?: string | undefined }[]) =>
    sections.findIndex((section) => section.section_id === section_id);
  const { sections } = credential.scores_and_submissions;
  const place = placeIn(sections);
  const [opened] = useState({ values: sectionValues(credential), place, section: sections[place] });
  return (
    <CallForm
      send={api.credential.saveSections}
      schema={sectionsSchema}
      values={opened.values}
      toInput={({ sections: typed }) => {
        const own = typed[opened.place]!;
        const present = sectionValues(credential).sections;
        const data = place < 0 ? [...present, { ...own, section_id: undefined }] : present.with(place, own);
        return { organization_id, credential_id, version, data: data as z.input<typeof SectionsStep> };
      }}
      submit="Save"
      success="Section saved."
      onDone={onClose}
      fieldOf={(name) => {
        const [, index, field] = /^data\.(\d+)(.*)/.exec(name) ?? [];
        const isOwn = Number(index) === (place < 0 ? sections.length : place);
        return isOwn ? `sections.${opened.place}${field}` : name;
      }}
      {...updateRefusal}
      onCancel={onClose}
    >
      <Theirs opened={opened.section} present={sections[place]} />
      <SectionFields index={opened.place} />
    </CallForm>
  );
}

/** What became of the section at somebody else's hands since it was opened. */
function Theirs({ opened, present }: { readonly opened: Section | undefined; readonly present: Section | undefined }) {
  if (present === undefined)
    return <Alert type="warning" header="Someone else deleted this section. Saving adds it again at the end." />;
  if (JSON.stringify(present) === JSON.stringify(opened)) return null;
  return (
    <SomeoneElses what="this section">
      <SectionCard section={present} />
    </SomeoneElses>
  );
}
