import { useRef, useState } from "react";
import type { Submission } from "../../../../shared/submission/submission-views.ts";
import { noDeclaration } from "../../../content/submission/ai-declaration.tsx";
import type { SectionHandle } from "../../../content/submission/section-form.tsx";
import { SectionPanel } from "../../../content/submission/section-panel.tsx";
import { SectionSteps } from "../../../content/submission/section-steps.tsx";
import { SubmissionSummary } from "../../../content/submission/submission-summary.tsx";
import type { Saver } from "../../../content/submission/use-saver.ts";
import "../../../content/submission/work.css";

const nothingIsKept: Saver = {
  preview: true,
  conflict: false,
  save: async () => undefined,
  submit: async () => undefined,
  noteConflict: () => undefined,
  goOnFrom: () => undefined,
};
const unheard = () => undefined;

/** The pages on which learners write and hand in their work, to be looked at and tried: nothing that is typed is kept. */
export default function HandingInPreview({ submission }: { readonly submission: Submission }) {
  const { sections } = submission;
  const [at, setAt] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const [handles] = useState(() => new Map<string, SectionHandle>());
  const [withFindings, setWithFindings] = useState(submission.with_findings);
  const [declaration, setDeclaration] = useState(noDeclaration);
  return (
    <div className="work">
      <SectionSteps sections={sections} states={{}} current={at} onGo={setAt} />
      {sections.map((section, index) => (
        <SectionPanel
          key={section.section_id}
          section={section}
          number={index + 1}
          total={sections.length}
          shown={at === index}
          heading={heading}
          saver={nothingIsKept}
          state={{ kind: "clean" }}
          onState={unheard}
          handles={handles}
          onGo={setAt}
          at={index}
        />
      ))}
      {at === sections.length ? (
        <SubmissionSummary
          submission={submission}
          heading={heading}
          asked={false}
          busy={false}
          refused="Learners submit here."
          fault={undefined}
          withFindings={withFindings}
          onWithFindings={setWithFindings}
          declaration={declaration}
          onDeclaration={setDeclaration}
          note=""
          onNote={unheard}
          onGo={setAt}
          onSubmit={unheard}
        />
      ) : null}
    </div>
  );
}
