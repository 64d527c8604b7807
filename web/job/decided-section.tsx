import Container from "@cloudscape-design/components/container";
import Header from "@cloudscape-design/components/header";
import Icon from "@cloudscape-design/components/icon";
import SpaceBetween from "@cloudscape-design/components/space-between";
import type { JobSection } from "../../shared/job/calls.ts";
import { Rubric } from "../credential/rubric.tsx";
import { counted, dateTime } from "../ui/format.ts";
import { RichText } from "../ui/rich-text.tsx";
import { ScoreMeter } from "./decision-bar.tsx";
import { SectionState } from "./section-strip.tsx";

/** The judgement of a section that is decided: marks, score, grade and feedback, to be read only. */
export function DecidedSection({ section }: { readonly section: JobSection }) {
  const { rubric_ext: table, section_rubric: result } = section;
  return (
    <div className="grading-judgement">
      <Container
        header={
          <Header
            variant="h2"
            description={section.reviewed_on ? `Reviewed ${dateTime(section.reviewed_on)}` : undefined}
            actions={<SectionState status={section.status} />}
          >
            Your review
          </Header>
        }
      >
        <SpaceBetween size="l">
          <dl className="decided">
            <dt>Grade</dt>
            <dd className="decided-grade">{section.grade || "–"}</dd>
            <dt>Feedback</dt>
            <dd>{section.feedback ? <RichText html={section.feedback} /> : "None given."}</dd>
          </dl>
          {table && result ? (
            <ScoreMeter
              score={{ ...result, making_progress: table.making_progress, completed: table.completed }}
              marked={0}
              toMark={0}
            />
          ) : null}
        </SpaceBetween>
      </Container>
      <Container header={<Header variant="h2">Rubric</Header>}>
        {table && result ? (
          <ul className="marks decided-marks">
            {table.criteria.map(({ criteria_id, criteria, score, achieved, notachieved }) => {
              const passed = result.marks.some((mark) => mark.criteria_id === criteria_id && mark.achieved);
              return (
                <li key={criteria_id} className="mark">
                  <p className="mark-name">
                    {criteria}
                    <span className="mark-points figures">
                      {passed ? score : 0} of {counted(score, "point")}
                    </span>
                  </p>
                  <p className="decided-mark">
                    <Icon
                      name={passed ? "status-positive" : "status-negative"}
                      variant={passed ? "success" : "error"}
                      ariaLabel={passed ? "Passing" : "Not passing"}
                    />
                    <span>{passed ? achieved : notachieved}</span>
                  </p>
                </li>
              );
            })}
          </ul>
        ) : (
          <Rubric rubric={section.rubric} rubric_ext={table} />
        )}
      </Container>
    </div>
  );
}
