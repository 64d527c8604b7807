import SpaceBetween from "@cloudscape-design/components/space-between";
import type { ReactNode } from "react";
import { brand } from "../../shared/platform/brand.ts";
import { PageHeader } from "../ui/look/page-header.tsx";
import { Disclosure, Panel } from "../ui/look/panel.tsx";

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
          <Panel key={title} title={title}>
            <SpaceBetween size="xs">
              {questions.map(({ question, answer }) => (
                <Disclosure key={question} title={question}>
                  <div className="answer">{answer}</div>
                </Disclosure>
              ))}
            </SpaceBetween>
          </Panel>
        ))}
      </SpaceBetween>
    </>
  );
}
