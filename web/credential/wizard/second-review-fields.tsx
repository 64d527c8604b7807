import Box from "@cloudscape-design/components/box";
import Checkbox from "@cloudscape-design/components/checkbox";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useController } from "react-hook-form";
import { reviewersNeeded } from "../../../shared/credential/rules.ts";
import type { UnfinishedStep } from "../../../shared/credential/unfinished.ts";
import { NumberField } from "../../ui/fields.tsx";

interface Values {
  readonly second_review?: NonNullable<UnfinishedStep["reviewer_criteria"]>["second_review"];
}

const suggestedPercent = 20;

/** Whether rounds are reviewed a second time: the share that is drawn, and in words what else is. */
export function SecondReviewFields() {
  const { field } = useController<Values, "second_review">({ name: "second_review" });
  const isOn = field.value !== null && field.value !== undefined;
  return (
    <SpaceBetween size="l">
      <Checkbox
        checked={isOn}
        description={`Two reviewers decide without seeing each other’s marks. If they disagree, a third decides what they disagree on. Choose at least ${reviewersNeeded({ second_review: {} })} reviewers.`}
        onChange={({ detail }) => field.onChange(detail.checked ? { share_percent: suggestedPercent } : null)}
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
          <Checkbox
            checked={field.value?.show_agreement ?? false}
            description="From five double reviews on, the credential’s page says it, and how many reviews it was counted from. It’s brought up to date once a month."
            onChange={({ detail }) => field.onChange({ ...field.value, show_agreement: detail.checked })}
          >
            Show learners how often two reviewers agree
          </Checkbox>
          <div>
            <Box variant="p">These are reviewed a second time as well:</Box>
            <ul>
              <li>the first five reviews of a reviewer for this credential</li>
              <li>decisions that one criterion more or less would have changed</li>
              <li>reviews that miss no criterion in under a quarter of the estimated time</li>
            </ul>
            <Box color="text-body-secondary">
              Your organization pays for each extra review. You see what to expect in the Pricing step.
            </Box>
          </div>
        </>
      ) : null}
    </SpaceBetween>
  );
}
