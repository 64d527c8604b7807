import Checkbox from "@cloudscape-design/components/checkbox";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useController } from "react-hook-form";
import { Link } from "react-router";
import { seededAnchorLimits } from "../../../../shared/calibration/seeded-anchor.ts";
import type { UnfinishedStep } from "../../../../shared/credential/unfinished.ts";
import * as paths from "../../../../shared/platform/paths.ts";

interface Values {
  readonly calibration?: NonNullable<UnfinishedStep["reviewer_criteria"]>["calibration"];
  readonly seeded_anchors?: boolean;
}

/** Whether reviewers practice before they accept jobs, and the way to what they practice on. */
export function CalibrationField({ credential_id }: { readonly credential_id: string }) {
  const { field } = useController<Values, "calibration">({ name: "calibration" });
  const { field: seeded } = useController<Values, "seeded_anchors">({ name: "seeded_anchors" });
  const isRequired = field.value === "required";
  return (
    <SpaceBetween size="s">
      <Checkbox
        checked={isRequired}
        description="Reviewers mark sample work until their marks match yours. Before you can publish, two people write the samples and the right marks."
        onChange={({ detail }) => field.onChange(detail.checked ? "required" : "off")}
      >
        Have reviewers practice first
      </Checkbox>
      {isRequired ? (
        <>
          <p>
            <Link to={paths.credentialAnchors(credential_id)}>Write the sample work (anchors)</Link>. Finish the rubric
            first. If you change it, you’ll need to publish the anchors again.
          </p>
          <Checkbox
            checked={seeded.value === true}
            description={`About one job in ${seededAnchorLimits.every} is sample work, for sections answered with text. It looks like any other job and shows whether reviewers still mark as you would. Your organization pays for it.`}
            onChange={({ detail }) => seeded.onChange(detail.checked)}
          >
            Mix sample work into their jobs
          </Checkbox>
        </>
      ) : null}
    </SpaceBetween>
  );
}
