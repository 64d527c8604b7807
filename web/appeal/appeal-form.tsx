import Box from "@cloudscape-design/components/box";
import Checkbox from "@cloudscape-design/components/checkbox";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useWatch } from "react-hook-form";
import { useNavigate } from "react-router";
import type * as z from "zod";
import { type AppealGrounds, appealFeeCents, appealGrounds } from "../../shared/appeal/appeal.ts";
import { file } from "../../shared/appeal/calls.ts";
import { centsOf, dollars } from "../../shared/platform/money.ts";
import * as paths from "../../shared/platform/paths.ts";
import type { Submission } from "../../shared/submission/submission-views.ts";
import { api } from "../api/client.ts";
import { groundsWords } from "../content/appeal/appeal-words.ts";
import { useSession } from "../session/session.tsx";
import { flash } from "../ui/dialogs/flash.ts";
import { CallForm } from "../ui/forms/call-form.tsx";
import { Field, TextAreaField } from "../ui/forms/fields.tsx";
import { RadioField } from "../ui/forms/radio-field.tsx";
import { type FieldProps, useField } from "../ui/forms/use-field.ts";
import { money } from "../ui/look/format.ts";

const schema = file.input.pick({ section_ids: true, grounds: true, text: true });
type Typed = Omit<z.input<typeof schema>, "grounds"> & { grounds: AppealGrounds | null };

/** What a learner appeals, on what grounds, and why. */
export function AppealForm({ submission, onCancel }: { readonly submission: Submission; readonly onCancel: string }) {
  const { organization_id } = useSession();
  const { application_id, cred_id, sections, appealable_sections = [] } = submission;
  const go = useNavigate();
  const contestable = sections.filter(({ section_id }) => appealable_sections.includes(section_id));
  return (
    <CallForm
      send={api.appeal.file}
      schema={schema as unknown as z.ZodType<z.output<typeof schema>, Typed>}
      values={{
        section_ids: contestable.length === 1 ? contestable.map(({ section_id }) => section_id) : [],
        grounds: null,
        text: "",
      }}
      toInput={(appeal) => ({ organization_id, application_id, ...appeal })}
      submit={submission.appeal_hourly_fee ? "Continue" : "File appeal"}
      onCancel={onCancel}
      onDone={({ status }) =>
        status === "unpaid"
          ? void go(paths.payAppeal(cred_id))
          : flash("success", "Appeal filed. We’ll notify you when it’s decided.")
      }
    >
      <SpaceBetween size="l">
        <SectionsField
          name="section_ids"
          label="Which sections are you appealing?"
          items={contestable.map(({ section_id, title }) => ({ value: section_id, label: title }))}
        />
        <RadioField
          name="grounds"
          label="What went wrong?"
          items={appealGrounds.map((value) => ({ value, label: groundsWords[value] }))}
        />
        <TextAreaField
          name="text"
          label="Explain"
          hint="Say what’s wrong and which part of your work shows it. The new reviewer decides on your work alone and reads this afterward. Your organization’s admins can read it right away."
          lengthMax={2000}
          rows={6}
        />
        <Fee submission={submission} />
      </SpaceBetween>
    </CallForm>
  );
}

/** What the sections chosen cost. */
function Fee({ submission: { appeal_hourly_fee, sections } }: { readonly submission: Submission }) {
  const chosen = useWatch<Typed, "section_ids">({ name: "section_ids" });
  if (appeal_hourly_fee === undefined) return null;
  const cents = appealFeeCents(
    {
      appeals: { fee: "reviewerPay" },
      reviewer_hourly_rate_cents: centsOf(appeal_hourly_fee),
      sections,
    },
    chosen,
  );
  return (
    <div>
      <Box variant="awsui-key-label">Fee</Box>
      <Box>
        {chosen.length === 0
          ? "Choose a section to see the fee."
          : cents === 0
            ? "Free"
            : `${money(dollars(cents))}. Product credit is used first. You pay the rest next.`}
      </Box>
    </div>
  );
}

/** Some of a few sections. */
function SectionsField({
  items,
  ...props
}: FieldProps & { readonly items: readonly { readonly value: string; readonly label: string }[] }) {
  const { value, set, error } = useField<readonly string[]>(props);
  return (
    <Field {...props} error={error} stretch>
      <SpaceBetween size="xs">
        {items.map((item) => (
          <Checkbox
            key={item.value}
            checked={value.includes(item.value)}
            onChange={({ detail }) =>
              set(
                items
                  .map((each) => each.value)
                  .filter((each) => (each === item.value ? detail.checked : value.includes(each))),
              )
            }
          >
            {item.label}
          </Checkbox>
        ))}
      </SpaceBetween>
    </Field>
  );
}
