import Box from "@cloudscape-design/components/box";
import Checkbox from "@cloudscape-design/components/checkbox";
import ColumnLayout from "@cloudscape-design/components/column-layout";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useController } from "react-hook-form";
import { withLaterSeatDays } from "../../../../shared/credential/decision-days.ts";
import { reviewersNeeded } from "../../../../shared/credential/rules.ts";
import type { UnfinishedStep } from "../../../../shared/credential/unfinished.ts";
import { NumberField } from "../../../ui/forms/fields.tsx";

interface Values {
  readonly second_review?: NonNullable<UnfinishedStep["reviewer_criteria"]>["second_review"];
}

const suggested = withLaterSeatDays({ second_review: { share_percent: 20 }, appeals: null }).second_review;

/** Whether rounds are reviewed a second time: the share that is drawn, in how many days, and in words what else is. */
export function SecondReviewFields() {
  const { field } = useController<Values, "second_review">({ name: "second_review" });
  const isOn = field.value !== null && field.value !== undefined;
  return (
    <SpaceBetween size="l">
      <Checkbox
        checked={isOn}
        description={`Two reviewers decide without seeing each other’s marks. If they disagree, a third decides what they disagree on. Choose at least ${reviewersNeeded({ second_review: {} })} reviewers.`}
        onChange={({ detail }) => field.onChange(detail.checked ? suggested : null)}
      >
        Have some submissions reviewed a second time
      </Checkbox>
      {isOn ? (
        <>
          <div className="wizard-narrow">
            <NumberField
              name="second_review.share_percent"
              label="Share drawn at random (%)"
              whole
              min={1}
              digitsMax={3}
            />
          </div>
          <ColumnLayout columns={2}>
            <NumberField
              name="second_review.second_days"
              label="Working days for the second review"
              whole
              min={1}
              digitsMax={2}
            />
            <NumberField
              name="second_review.third_days"
              label="Working days for the third review"
              whole
              min={1}
              digitsMax={2}
            />
          </ColumnLayout>
          <ShowAgreementField />
          <div>
            <Box variant="p">These are always reviewed a second time:</Box>
            <ul>
              <li>a reviewer’s first five reviews for this credential</li>
              <li>
                reviews by someone on probation: they missed the last two sample jobs, or a look-back on them is open
              </li>
              <li>decisions that a single criterion would have changed</li>
              <li>reviews that pass every criterion in under a quarter of the estimated time</li>
            </ul>
            <Box color="text-body-secondary">
              Your organization pays for each extra review. See what to expect in the Pricing step.
            </Box>
          </div>
        </>
      ) : null}
    </SpaceBetween>
  );
}

/** Whether the credential's page says how often two reviewers agree. */
function ShowAgreementField() {
  const { field } = useController<Values, "second_review.show_agreement">({ name: "second_review.show_agreement" });
  return (
    <Checkbox
      checked={field.value ?? false}
      description="Shown on the credential’s page after five double reviews, with the number of reviews. Updated once a month."
      onChange={({ detail }) => field.onChange(detail.checked)}
    >
      Show learners how often two reviewers agree
    </Checkbox>
  );
}
