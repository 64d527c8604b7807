import Container from "@cloudscape-design/components/container";
import { useSuspenseQuery } from "@tanstack/react-query";
import * as paths from "../../shared/platform/paths.ts";
import { saveSkills } from "../../shared/reviewer/calls.ts";
import { api } from "../api/client.ts";
import { useSession } from "../app/session.tsx";
import { CallForm } from "../ui/call-form.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { CategoryAndSkillsFields } from "../ui/skills-field.tsx";

const Fields = saveSkills.input.pick({ category: true, skills: true });

/** `/completeApplication`: category and skills alone, in onboarding and to update them later. */
export function Page() {
  const { organization_id } = useSession();
  const { data: info } = useSuspenseQuery(api.reviewer.readInfo.query({ organization_id }));
  return (
    <CallForm
      header={
        <PageHeader
          title="What you can review"
          description="Jobs are offered to you by category and skills. Choose what you know well, not everything you know."
        />
      }
      send={api.reviewer.saveSkills}
      schema={Fields}
      values={{ category: info.category as number, skills: info.skills_ext }}
      toInput={(fields) => ({ organization_id, ...fields })}
      submit="Continue"
      onDone={paths.reviewerSummary}
    >
      <Container>
        <CategoryAndSkillsFields />
      </Container>
    </CallForm>
  );
}
