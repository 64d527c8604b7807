import Alert from "@cloudscape-design/components/alert";
import Button from "@cloudscape-design/components/button";
import Checkbox from "@cloudscape-design/components/checkbox";
import Container from "@cloudscape-design/components/container";
import Header from "@cloudscape-design/components/header";
import SpaceBetween from "@cloudscape-design/components/space-between";
import type { RefObject } from "react";
import type { Submission } from "../../shared/submission/calls.ts";
import { wantsDeclaration } from "../../shared/submission/declaration.ts";
import { counted } from "../ui/format.ts";
import { StatusText } from "../ui/status-text.tsx";
import { DeclarationFields, type TypedDeclaration } from "./ai-declaration.tsx";
import { missingIn, standingOf } from "./work.ts";
import { WorkShown } from "./work-shown.tsx";

/** Where the focus goes when the declaration is missing. */
export const declarationPlace = "summary-declaration";

/** Everything once more before it is handed in, with what still keeps it from that. */
export function SubmissionSummary({
  submission,
  heading,
  asked,
  busy,
  fault,
  withFindings,
  onWithFindings,
  declaration,
  onDeclaration,
  onGo,
  onSubmit,
}: {
  readonly submission: Submission;
  readonly heading: RefObject<HTMLHeadingElement | null>;
  /** The final button was pressed: what is missing is named as an error now. */
  readonly asked: boolean;
  readonly busy: boolean;
  readonly fault: string | undefined;
  /** The certificate it may end in says what the review found. */
  readonly withFindings: boolean;
  readonly onWithFindings: (chosen: boolean) => void;
  /** What is declared of AI tools, where the credential asks for it. */
  readonly declaration: TypedDeclaration;
  readonly onDeclaration: (declaration: TypedDeclaration) => void;
  readonly onGo: (index: number) => void;
  readonly onSubmit: () => void;
}) {
  const { sections, status } = submission;
  const missing = sections.filter((section) => missingIn(section) !== undefined).length;
  const unchanged = sections.filter((section) => standingOf(section) === "revise").length;
  return (
    <div className="work-summary">
      <SpaceBetween size="l">
        <Container
          header={
            <div className="work-heading">
              <h2 ref={heading} tabIndex={-1}>
                Review and submit
              </h2>
            </div>
          }
        >
          <SpaceBetween size="s">
            <span>
              {status === "revisionNeeded"
                ? "Your revision goes to the same reviewer. Approved sections aren’t reviewed again."
                : "A reviewer checks each section against its rubric. You can’t make changes until the review is done."}
            </span>
            {missing > 0 ? (
              <StatusText kind={asked ? "error" : "warning"}>
                {counted(missing, "section")} {missing === 1 ? "needs" : "need"} a response before you can submit.
              </StatusText>
            ) : unchanged > 0 ? (
              <StatusText kind="warning">
                You haven’t changed {counted(unchanged, "section")} that {unchanged === 1 ? "needs" : "need"} a
                revision.
              </StatusText>
            ) : (
              <StatusText kind="success">Every section is complete.</StatusText>
            )}
          </SpaceBetween>
        </Container>
        {sections.map((section, index) => {
          const fault = missingIn(section);
          const standing = standingOf(section);
          return (
            <Container
              key={section.section_id}
              header={
                <Header
                  variant="h3"
                  actions={
                    standing === "accepted" ? (
                      <StatusText kind="success">Approved</StatusText>
                    ) : (
                      <Button variant="inline-link" ariaLabel={`Edit ${section.title}`} onClick={() => onGo(index)}>
                        Edit
                      </Button>
                    )
                  }
                >
                  {index + 1}. {section.title}
                </Header>
              }
            >
              <div id={`summary-${section.section_id}`} tabIndex={-1}>
                {fault ? (
                  <StatusText kind={asked ? "error" : "pending"}>{fault}</StatusText>
                ) : (
                  <SpaceBetween size="s">
                    {standing === "revise" ? (
                      <StatusText kind="warning">Not changed since the review</StatusText>
                    ) : null}
                    <WorkShown section={section} />
                  </SpaceBetween>
                )}
              </div>
            </Container>
          );
        })}
        {submission.ai_policy && wantsDeclaration(submission.ai_policy) ? (
          <Container header={<Header variant="h3">AI tools</Header>}>
            <div id={declarationPlace} tabIndex={-1}>
              <DeclarationFields
                policy={submission.ai_policy}
                declaration={declaration}
                asked={asked}
                onChange={onDeclaration}
              />
            </div>
          </Container>
        ) : null}
        <Container header={<Header variant="h3">Your certificate</Header>}>
          <Checkbox
            checked={withFindings}
            onChange={({ detail }) => onWithFindings(detail.checked)}
            description="Anyone who opens your certificate sees which criteria you met and your points. You can change this later."
          >
            Show review results for each criterion on my certificate
          </Checkbox>
        </Container>
        {fault ? (
          <Alert type="error" header="We couldn’t submit your work">
            {fault}
          </Alert>
        ) : null}
        <div className="work-actions">
          <Button onClick={() => onGo(sections.length - 1)}>Previous</Button>
          <Button variant="primary" loading={busy} loadingText="Submitting" onClick={onSubmit}>
            Submit Application
          </Button>
        </div>
      </SpaceBetween>
    </div>
  );
}
