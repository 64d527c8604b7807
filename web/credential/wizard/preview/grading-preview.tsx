import SpaceBetween from "@cloudscape-design/components/space-between";
import { useRef, useState } from "react";
import type { JobDetail } from "../../../../shared/review/job-views.ts";
import { GradingPanel } from "../../../content/review/grading/grading-panel.tsx";
import { GradingWork } from "../../../content/review/grading/grading-work.tsx";
import { SectionStrip } from "../../../content/review/section-strip.tsx";

/** The page on which reviewers judge the work, to be looked at and tried: nothing is kept, and nothing decided. */
export default function GradingPreview({ job }: { readonly job: JobDetail }) {
  const [at, setAt] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const section = job.sections[at];
  if (!section) return null;
  return (
    <SpaceBetween size="m">
      <SectionStrip
        sections={job.sections}
        current={section}
        onOpen={(opened) => setAt(job.sections.indexOf(opened))}
      />
      <div className="grading" key={section.section_id}>
        <GradingWork job={job} section={section} heading={heading} />
        <GradingPanel
          preview
          job={job}
          section={section}
          keysWanted={false}
          keysOn={false}
          onStep={(by) => setAt(Math.max(0, Math.min(at + by, job.sections.length - 1)))}
          onOpen={(opened) => setAt(job.sections.indexOf(opened))}
          onDecided={() => undefined}
        />
      </div>
    </SpaceBetween>
  );
}
