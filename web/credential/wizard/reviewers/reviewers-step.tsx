import Checkbox from "@cloudscape-design/components/checkbox";
import ColumnLayout from "@cloudscape-design/components/column-layout";
import FormField from "@cloudscape-design/components/form-field";
import RadioGroup from "@cloudscape-design/components/radio-group";
import SpaceBetween from "@cloudscape-design/components/space-between";
import type { ReactNode } from "react";
import { useController, useFormContext, useFormState, useWatch } from "react-hook-form";
import type * as z from "zod";
import type { Credential } from "../../../../shared/credential/credential.ts";
import { usualClock, withLaterSeatDays } from "../../../../shared/credential/decision-days.ts";
import type { AiPolicy } from "../../../../shared/credential/parts.ts";
import { reviewerDays, reviewersNeeded } from "../../../../shared/credential/rules.ts";
import { CriteriaStep } from "../../../../shared/credential/steps.ts";
import type { UnfinishedStep } from "../../../../shared/credential/unfinished.ts";
import { centsOf, dollars, reviewerPayCents } from "../../../../shared/platform/money.ts";
import { api } from "../../../api/client.ts";
import { write } from "../../../api/queries.ts";
import { NumberField, TextField } from "../../../ui/forms/fields.tsx";
import { RichTextField } from "../../../ui/forms/rich-text/rich-text-field.tsx";
import { CategoryAndSkillsFields } from "../../../ui/forms/skills-field.tsx";
import { duration, money } from "../../../ui/look/format.ts";
import { Disclosure, Panel, PanelHeader, Stack } from "../../../ui/look/panel.tsx";
import { StepForm } from "../step-form.tsx";
import { useDraft } from "../wizard-context.ts";
import { CalibrationField } from "./calibration-field.tsx";
import { SecondReviewFields } from "./second-review-fields.tsx";
import { SupportFileField } from "./support-file-field.tsx";

type Criteria = z.input<typeof CriteriaStep>;
/** A field nothing was chosen in yet holds nothing. */
type Values = Omit<Criteria, "category" | "hourly_rate" | "clock" | "ai_policy" | "second_review" | "appeals"> & {
  readonly category: number | undefined;
  readonly hourly_rate: number | null;
  readonly clock?: NonNullable<UnfinishedStep["reviewer_criteria"]>["clock"];
  readonly ai_policy?: AiPolicy | null;
  readonly second_review?: NonNullable<UnfinishedStep["reviewer_criteria"]>["second_review"];
  readonly appeals?: NonNullable<UnfinishedStep["reviewer_criteria"]>["appeals"];
};
type StoredFile = NonNullable<NonNullable<UnfinishedStep["reviewer_criteria"]>["support_attachment"]>;
const schema = CriteriaStep as unknown as z.ZodType<unknown, Values>;

const withReviewerDays = (clock: Criteria["clock"]) =>
  clock ? { ...clock, reviewer_days: reviewerDays({ clock }) } : null;

const valuesOf = (credential: Credential | undefined): Values => {
  const criteria = credential?.reviewer_criteria;
  return {
    category: criteria?.category,
    skills: criteria?.skills ?? [],
    job_description: criteria?.job_description ?? "",
    notes: criteria?.notes ?? "",
    hourly_rate: criteria?.hourly_rate ?? null,
    support_link: criteria?.support_link ?? "",
    support_attachment: criteria?.support_attachment ?? null,
    clock: criteria ? withReviewerDays(criteria.clock) : usualClock,
    ai_policy: criteria?.ai_policy ?? null,
    ...withLaterSeatDays({ second_review: criteria?.second_review ?? null, appeals: criteria?.appeals ?? null }),
    calibration: criteria?.calibration ?? "off",
    seeded_anchors: criteria?.seeded_anchors ?? false,
  };
};

/** Step 2: who can judge the work, what the job is, and what it pays. */
export function ReviewersStep() {
  const { credential, organization_id } = useDraft();
  return (
    <StepForm
      schema={schema}
      valuesOf={valuesOf}
      fieldOf={(name) => name.replace(/^reviewer_criteria\./, "")}
      unfinishedOf={({ support_attachment, support_link = "", ...rest }) => {
        const file = support_attachment ?? null;
        const isNew = file !== null && file.key === undefined;
        const criteria = { ...rest, support_link, ...(isNew ? {} : { support_attachment: file as StoredFile | null }) };
        return { part: { reviewer_criteria: criteria }, ...(isNew && { without: "the support attachment" }) };
      }}
      typedOf={({ reviewer_criteria }) => reviewer_criteria}
      send={(typed, { credential_id, version } = credential) => {
        const reviewer_criteria = typed as Criteria;
        return write(api.credential.update, {
          organization_id,
          credential_id,
          version,
          step: 2,
          reviewer_criteria,
          btnType: "continue",
        });
      }}
    >
      <PanelHeader title="Reviewers and pay" />
      <Panel title="Who can review it" level={3}>
        <CategoryAndSkillsFields />
      </Panel>
      <Panel title="The job" level={3} description="Reviewers read this before they accept a job.">
        <SpaceBetween size="l">
          <RichTextField name="job_description" label="Description" />
          <HourlyRate minutes={credential.review_time} />
        </SpaceBetween>
      </Panel>
      <Panel title="Notes for reviewers" level={3} description="Only reviewers see these.">
        <SpaceBetween size="l">
          <RichTextField name="notes" label="Notes" />
          <TextField name="support_link" label="Support link" type="url" placeholder="https://" optional />
          <SupportFileField name="support_attachment" label="Support attachment" optional />
        </SpaceBetween>
      </Panel>
      <PanelHeader title="Rules of review" description="Learners see these before they apply." />
      <Panel title="Decision date" level={3}>
        <DecisionDays />
      </Panel>
      <Panel title="AI tools" level={3}>
        <AiPolicyFields />
      </Panel>
      <Advanced>
        <PanelHeader title="Second review" level={4} description="Shows how often two reviewers agree." />
        <SecondReviewFields />
        <PanelHeader title="Practice" level={4} />
        <CalibrationField credential_id={credential.credential_id} />
        <PanelHeader title="Appeals" level={4} />
        <AppealsField />
      </Advanced>
    </StepForm>
  );
}

/** What a first credential does well without: closed, unless something of it is chosen or wrong. */
function Advanced({ children }: { readonly children: ReactNode }) {
  const names = ["second_review", "calibration", "seeded_anchors", "appeals"] as const;
  const { errors } = useFormState<Values>();
  const [second_review, calibration, , appeals] = useFormContext<Values>().getValues(names);
  const isUsed = Boolean(second_review ?? appeals) || calibration === "required";
  return (
    <Disclosure
      title="Advanced: second review, practice, appeals"
      framed
      open={isUsed}
      mustOpen={names.some((name) => errors[name] !== undefined)}
    >
      <Stack gap="l">{children}</Stack>
    </Disclosure>
  );
}

/** The rate, with what it comes to for one submission. */
function HourlyRate({ minutes }: { readonly minutes: number }) {
  const rate = useWatch<Values>({ name: "hourly_rate" }) as number | null;
  const pay = rate !== null && rate > 0 ? dollars(reviewerPayCents(centsOf(rate), minutes)) : undefined;
  return (
    <div className="wizard-narrow">
      <NumberField
        name="hourly_rate"
        label="Hourly rate (USD)"
        none="None"
        step={0.01}
        min={0}
        constraint={
          rate === 0
            ? "Reviewers aren’t paid for this credential."
            : pay === undefined
              ? minutes > 0
                ? `A submission takes about ${duration(minutes)} to review.`
                : undefined
              : `${money(pay)} per submission for about ${duration(minutes)} of review.`
        }
      />
    </div>
  );
}

/** Whether learners are promised a day, and after how many of the organization's working days. */
function DecisionDays() {
  const { field } = useController<Values, "clock">({ name: "clock" });
  const promised = field.value !== null && field.value !== undefined;
  return (
    <SpaceBetween size="l">
      <Checkbox
        checked={promised}
        description="Counted in your organization’s working days. We remind reviewers and tell the learner if the decision is late."
        onChange={({ detail }) => field.onChange(detail.checked ? usualClock : null)}
      >
        Give learners a decision date
      </Checkbox>
      {promised ? (
        <ColumnLayout columns={2}>
          <NumberField
            name="clock.first_days"
            label="Working days for the first decision"
            whole
            min={1}
            digitsMax={2}
          />
          <NumberField name="clock.revision_days" label="Working days for a revision" whole min={1} digitsMax={2} />
          <NumberField name="clock.reviewer_days" label="Working days for the reviewer" whole min={1} digitsMax={2} />
        </ColumnLayout>
      ) : null}
    </SpaceBetween>
  );
}

const usualAppeals = withLaterSeatDays({ second_review: null, appeals: { fee: "none" } }).appeals;

/** Whether learners may have a rejection looked at again, who pays, and in how many days. */
function AppealsField() {
  const { field } = useController<Values, "appeals">({ name: "appeals" });
  return (
    <SpaceBetween size="l">
      <Checkbox
        checked={Boolean(field.value)}
        description={`A reviewer who hasn’t seen the work makes a new decision, which can only improve the result. Recommended if you have at least ${reviewersNeeded({ appeals: {} })} reviewers.`}
        onChange={({ detail }) => field.onChange(detail.checked ? usualAppeals : null)}
      >
        Let learners appeal a rejection once
      </Checkbox>
      {field.value ? (
        <>
          <FeeField />
          <div className="wizard-narrow">
            <NumberField name="appeals.days" label="Working days for an appeal" whole min={1} digitsMax={2} />
          </div>
        </>
      ) : null}
    </SpaceBetween>
  );
}

/** Who pays for the review that decides an appeal. */
function FeeField() {
  const { field } = useController<Values, "appeals.fee">({ name: "appeals.fee" });
  return (
    <FormField label="Who pays for that review?">
      <RadioGroup
        value={field.value ?? null}
        items={feeChoices.map((choice) => ({ ...choice }))}
        onChange={({ detail }) => field.onChange(detail.value)}
      />
    </FormField>
  );
}

const feeChoices = [
  { value: "none", label: "Your organization", description: "Appeals are free for learners." },
  {
    value: "reviewerPay",
    label: "The learner, by a fee",
    description:
      "The fee is the reviewer’s pay for the sections they appeal. If any of them is approved, they get it back as product credit and your organization pays.",
  },
] as const;

const policyChoices = [
  { value: "", label: "No policy", description: "Learners see no AI policy and declare nothing." },
  { value: "allowed", label: "Allowed" },
  { value: "declared", label: "Allowed if declared" },
  { value: "parts", label: "Allowed in parts, and declared" },
  { value: "not-allowed", label: "Not allowed", description: "Learners declare that they used none." },
] as const;

/** Whether learners may use AI tools. Work is never refused for what they declare: the reviewer reads it. */
function AiPolicyFields() {
  const { field } = useController<Values, "ai_policy">({ name: "ai_policy" });
  const { getValues } = useFormContext<Values>();
  const policy = field.value as AiPolicy | null | undefined;
  return (
    <SpaceBetween size="l">
      <FormField
        label="May learners use AI tools?"
        description="Reviewers see what learners declare next to the work. We don’t try to detect AI."
      >
        <RadioGroup
          value={policy?.rule ?? ""}
          items={policyChoices.map((choice) => ({ ...choice }))}
          onChange={({ detail }) => {
            const chosen = policyChoices.find(({ value }) => value === detail.value)?.value;
            field.onChange(chosen ? { rule: chosen, parts: getValues("ai_policy")?.parts ?? "" } : null);
          }}
        />
      </FormField>
      {policy?.rule === "parts" ? (
        <TextField name="ai_policy.parts" label="What learners may use them for" placeholder="Language and layout" />
      ) : null}
    </SpaceBetween>
  );
}
