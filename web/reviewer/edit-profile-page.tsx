import Button from "@cloudscape-design/components/button";
import ColumnLayout from "@cloudscape-design/components/column-layout";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useFieldArray, useFormContext } from "react-hook-form";
import { useNavigate } from "react-router";
import * as z from "zod";
import { folderRuleInWords } from "../../shared/file/rules.ts";
import * as paths from "../../shared/platform/paths.ts";
import { CertificationInput, EducationInput, update } from "../../shared/reviewer/calls.ts";
import type { ReviewerInfo } from "../../shared/reviewer/card.ts";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { backToProfile, isKeptUp, ownProfile } from "../content/reviewer/keeping-up.ts";
import { useSession } from "../session/session.tsx";
import { flash } from "../ui/dialogs/flash.ts";
import { FormView } from "../ui/forms/call-form.tsx";
import { DateField } from "../ui/forms/date-field.tsx";
import { TextField } from "../ui/forms/fields.tsx";
import { FileField } from "../ui/forms/files/file-field.tsx";
import { FormRow } from "../ui/forms/form-row.tsx";
import { resolverFor } from "../ui/forms/resolver.ts";
import { RichTextField } from "../ui/forms/rich-text/rich-text-field.tsx";
import { SelectField } from "../ui/forms/select-fields.tsx";
import { CategoryAndSkillsFields } from "../ui/forms/skills-field.tsx";
import { useCallForm } from "../ui/forms/use-call-form.ts";
import { PageHeader } from "../ui/look/page-header.tsx";
import "../content/reviewer/reviewer.css";
import { Panel } from "../ui/look/panel.tsx";

const blankToAbsent = (value: unknown) => (value === null || value === "" ? undefined : value);
const optionalDay = z.preprocess(blankToAbsent, z.iso.date("Invalid Date").optional());

/** The form's rows: a cleared date is null there, and a file is a list of one. */
const EducationRow = z.preprocess(
  (row: Record<string, unknown>) => ({
    ...row,
    study_complete: blankToAbsent(row.study_complete),
    field_id: blankToAbsent(row.field_id),
    study_began: row.study_began ?? undefined,
    degree_id: row.degree_id ?? undefined,
  }),
  EducationInput,
);
const CertificationRow = z.preprocess(
  ({ attachment, ...row }: Record<string, unknown>) => ({
    ...row,
    certification_id: row.certification_id ?? undefined,
    issued_on: row.issued_on ?? undefined,
    expires_on: optionalDay.parse(row.expires_on),
    attachment: (attachment as readonly unknown[] | undefined)?.[0],
  }),
  CertificationInput,
);

const Fields = z.object({
  professionalTitle: update.input.shape.professionalTitle,
  overview: update.input.shape.overview,
  category: update.input.shape.category,
  skills: update.input.shape.skills,
  educations: z.array(EducationRow).max(20, "At most 20 entries."),
  certifications: z.array(CertificationRow).max(20, "At most 20 entries."),
});

interface StoredFile {
  readonly key: string;
  readonly name: string;
  readonly type?: string | undefined;
}
interface Values {
  professionalTitle: string;
  overview: string;
  category: number | undefined;
  skills: { skill_id: number; name: string }[];
  educations: {
    degree_id?: number;
    field_id?: number | null;
    institution: string;
    study_began: string | null;
    study_complete: string | null;
  }[];
  certifications: {
    certification_id?: number;
    attachment: StoredFile[];
    issued_on: string | null;
    expires_on: string | null;
  }[];
}

/** The rows come as the form holds them, whatever their controls left out; the schema decides. */
const resolver = resolverFor(Fields as unknown as z.ZodType<z.output<typeof Fields>, Values>);

function valuesOf(info: ReviewerInfo): Values {
  return {
    professionalTitle: info.title,
    overview: info.overview,
    category: info.category,
    skills: info.skills_ext,
    educations: info.educations.map(({ degree_id, field_id, institution, study_began, study_complete }) => ({
      degree_id,
      field_id: field_id ?? null,
      institution,
      study_began,
      study_complete: study_complete ?? null,
    })),
    certifications: info.certifications_ext.map((paper) => ({
      certification_id: paper.certification_id,
      attachment: paper.attachment_link
        ? [{ key: paper.attachment_link, name: paper.attachment_link.split("/").at(-1) ?? "", type: paper.type }]
        : [],
      issued_on: paper.issued_on,
      expires_on: paper.expires_on ?? null,
    })),
  };
}

/** `/editReviewerProfile`: what a reviewer tells about themselves, in onboarding and later. */
export function Page() {
  const { organization_id } = useSession();
  const { data: info } = useSuspenseQuery(api.reviewer.readInfo.query({ organization_id }));
  const go = useNavigate();
  const updating = isKeptUp(info);
  const of = useCallForm({
    resolver,
    values: valuesOf(info),
    draft: { kind: "draft reviewer profile", about: info.user_id, kept: "tab", from: "refusal" },
    send: async ({ educations, certifications, ...about }) => {
      const { professionalTitle: title, overview } = about;
      await write(api.reviewer.update, { organization_id, ...about });
      await write(api.reviewer.saveProfile, { organization_id, title, overview, educations, certifications });
    },
    fieldOf: (name) => (name === "title" ? "professionalTitle" : name),
    onDone: () => {
      if (updating) flash("success", "Your Changes Saved Successfully.");
      return go(updating ? ownProfile(info) : paths.reviewerSummary);
    },
  });
  return (
    <FormView
      of={of}
      header={
        <PageHeader
          title="Your reviewer profile"
          description="Organizations use this to choose reviewers. Learners see it too, without your email and files."
          {...(updating && { back: backToProfile(info) })}
        />
      }
      {...(updating ? { submit: "Save", onCancel: ownProfile(info) } : { submit: "Continue" })}
    >
      <Panel title="About you">
        <SpaceBetween size="l">
          <TextField name="professionalTitle" label="Title" placeholder="For example: Literacy coach" lengthMax={100} />
          <RichTextField name="overview" label="Overview" />
          <CategoryAndSkillsFields />
        </SpaceBetween>
      </Panel>
      <Educations />
      <Certifications />
    </FormView>
  );
}

const forever = { staleTime: Number.POSITIVE_INFINITY } as const;

function Educations() {
  const { control } = useFormContext<Values>();
  const { fields, append, remove } = useFieldArray({ control, name: "educations" });
  const degrees = useQuery({ ...api.credential.listDegrees.query({}), ...forever });
  const subjects = useQuery({ ...api.credential.listFields.query({}), ...forever });
  return (
    <Panel
      title="Education"
      description="Optional"
      actions={
        <Button
          iconName="add-plus"
          formAction="none"
          onClick={() => append({ institution: "", study_began: null, study_complete: null })}
        >
          Add education
        </Button>
      }
    >
      {fields.length === 0 ? <p className="form-rows-none">Nothing added yet.</p> : null}
      <SpaceBetween size="l">
        {fields.map(({ id }, index) => (
          <FormRow key={id} title={`Education ${index + 1}`} onRemove={() => remove(index)}>
            <ColumnLayout columns={2}>
              <SelectField
                name={`educations.${index}.degree_id`}
                label="Degree"
                choices={(degrees.data?.degrees ?? []).map(({ degree_id, name }) => ({
                  value: degree_id,
                  label: name,
                }))}
              />
              <SelectField
                name={`educations.${index}.field_id`}
                label="Field of study"
                optional
                choices={(subjects.data?.fields ?? []).map(({ field_id, name }) => ({ value: field_id, label: name }))}
              />
              <TextField name={`educations.${index}.institution`} label="Institution" lengthMax={150} />
              <div />
              <DateField name={`educations.${index}.study_began`} label="Study began" />
              <DateField name={`educations.${index}.study_complete`} label="Study completed" optional />
            </ColumnLayout>
          </FormRow>
        ))}
      </SpaceBetween>
    </Panel>
  );
}

function Certifications() {
  const { organization_id } = useSession();
  const { control } = useFormContext<Values>();
  const { fields, append, remove } = useFieldArray({ control, name: "certifications" });
  const kinds = useQuery({ ...api.credential.listCertifications.query({}), ...forever });
  return (
    <Panel
      title="Licenses and certificates"
      description="Optional. Only the organization deciding on your application can see the file."
      actions={
        <Button
          iconName="add-plus"
          formAction="none"
          onClick={() => append({ attachment: [], issued_on: null, expires_on: null })}
        >
          Add license or certificate
        </Button>
      }
    >
      {fields.length === 0 ? <p className="form-rows-none">Nothing added yet.</p> : null}
      <SpaceBetween size="l">
        {fields.map(({ id }, index) => (
          <FormRow key={id} title={`License or certificate ${index + 1}`} onRemove={() => remove(index)}>
            <ColumnLayout columns={2}>
              <SelectField
                name={`certifications.${index}.certification_id`}
                label="License or certificate"
                choices={(kinds.data?.certifications ?? []).map(({ certification_id, name, type }) => ({
                  value: certification_id,
                  label: name,
                  tags: [type],
                }))}
              />
              <FileField
                name={`certifications.${index}.attachment`}
                label="Document"
                folder="certificates"
                organization_id={organization_id}
                constraint={`${folderRuleInWords("certificates")}.`}
              />
              <DateField name={`certifications.${index}.issued_on`} label="Date issued" />
              <DateField name={`certifications.${index}.expires_on`} label="Expiry" optional />
            </ColumnLayout>
          </FormRow>
        ))}
      </SpaceBetween>
    </Panel>
  );
}
