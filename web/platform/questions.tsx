import Container from "@cloudscape-design/components/container";
import ExpandableSection from "@cloudscape-design/components/expandable-section";
import Header from "@cloudscape-design/components/header";
import SpaceBetween from "@cloudscape-design/components/space-between";
import type { ReactNode } from "react";
import { brand } from "../../shared/platform/brand.ts";
import { PageHeader } from "../ui/page-header.tsx";

/** A question and its answer. */
export interface Question {
  readonly question: string;
  readonly answer: ReactNode;
}

/** Questions of one subject. */
export interface Subject {
  readonly title: string;
  readonly questions: readonly Question[];
}

/** A page of questions by subject; each opens to its answer. */
export function Questions({
  description,
  subjects,
}: {
  readonly description: string;
  readonly subjects: readonly Subject[];
}) {
  return (
    <>
      <PageHeader title={`Help with ${brand.product}`} description={description} />
      <SpaceBetween size="l">
        {subjects.map(({ title, questions }) => (
          <Container key={title} header={<Header variant="h2">{title}</Header>}>
            <SpaceBetween size="xs">
              {questions.map(({ question, answer }) => (
                <ExpandableSection key={question} headerText={question} headingTagOverride="h3">
                  <div className="answer">{answer}</div>
                </ExpandableSection>
              ))}
            </SpaceBetween>
          </Container>
        ))}
      </SpaceBetween>
    </>
  );
}
