import { useRef, useState } from "react";
import type { Submission } from "../../../shared/submission/calls.ts";
import type { SectionHandle } from "../../submission/section-form.tsx";
import { SectionPanel } from "../../submission/section-panel.tsx";
import { SectionSteps } from "../../submission/section-steps.tsx";
import type { Saver } from "../../submission/use-saver.ts";
import "../../submission/work.css";

const nothingIsKept: Saver = {
  preview: true,
  conflict: false,
  save: async () => undefined,
  submit: async () => undefined,
  goOnFrom: () => undefined,
};
const unheard = () => undefined;

/** The page on which learners hand in their work, to be looked at and tried: nothing that is typed is kept. */
export default function HandingInPreview({ submission }: { readonly submission: Submission }) {
  const { sections } = submission;
  const [at, setAt] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const [handles] = useState(() => new Map<string, SectionHandle>());
  const goTo = (index: number) => setAt(Math.min(index, sections.length - 1));
  return (
    <div className="work">
      <SectionSteps sections={sections} states={{}} current={at} onGo={goTo} />
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
          onGo={goTo}
          at={index}
        />
      ))}
    </div>
  );
}
