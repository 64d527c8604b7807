import type * as z from "zod";
import type { Credential } from "../../shared/credential/credential.ts";
import type { SectionsStep } from "../../shared/credential/steps.ts";
import { api } from "../api/client.ts";
import { CallForm } from "../ui/forms/call-form.tsx";
import { updateRefusal } from "./update-refused.ts";
import { SectionFields } from "./wizard/sections/section-fields.tsx";
import { sectionsSchema, sectionValues } from "./wizard/sections/sections-values.ts";
import "./wizard/wizard.css";

/** One section edited where it stands; the others are sent back as they are. */
export default function EditSection({
  credential,
  index,
  onClose,
}: {
  readonly credential: Credential;
  readonly index: number;
  readonly onClose: () => void;
}) {
  const { organization_id, credential_id, version } = credential;
  return (
    <CallForm
      send={api.credential.saveSections}
      schema={sectionsSchema}
      values={sectionValues(credential)}
      toInput={({ sections }) => ({
        organization_id,
        credential_id,
        version,
        data: sections as z.input<typeof SectionsStep>,
      })}
      submit="Save"
      success="Section saved."
      onDone={onClose}
      fieldOf={(name) => name.replace(/^data\b/, "sections")}
      {...updateRefusal}
      onCancel={onClose}
    >
      <SectionFields index={index} />
    </CallForm>
  );
}
