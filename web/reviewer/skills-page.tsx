import { useSuspenseQuery } from "@tanstack/react-query";
import * as paths from "../../shared/platform/paths.ts";
import { saveSkills } from "../../shared/reviewer/calls.ts";
import { api } from "../api/client.ts";
import { backToProfile, isKeptUp, ownProfile } from "../content/reviewer/keeping-up.ts";
import { useSession } from "../session/session.tsx";
import { CallForm } from "../ui/forms/call-form.tsx";
import { CategoryAndSkillsFields } from "../ui/forms/skills-field.tsx";
import { PageHeader } from "../ui/look/page-header.tsx";
import { Panel } from "../ui/look/panel.tsx";

const Fields = saveSkills.input.pick({ category: true, skills: true });

/** `/completeApplication`: category and skills alone, in onboarding and to keep them up to date later. */
export function Page() {
  const { organization_id } = useSession();
  const { data: info } = useSuspenseQuery(api.reviewer.readInfo.query({ organization_id }));
  const updating = isKeptUp(info);
  return (
    <CallForm
      header={
        updating ? (
          <PageHeader
            title="Edit what you can review"
            description="Changes apply right away. We match you to jobs by category and skills. Jobs you’ve accepted stay yours."
            back={backToProfile(info)}
          />
        ) : (
          <PageHeader
            title="What you can review"
            description="We match you to jobs by category and skills. Choose what you know best."
          />
        )
      }
      send={api.reviewer.saveSkills}
      schema={Fields}
      values={{ category: info.category as number, skills: info.skills_ext }}
      toInput={(fields) => ({ organization_id, ...fields })}
      {...(updating
        ? {
            submit: "Save",
            onCancel: ownProfile(info),
            success: "Your Changes Saved Successfully.",
            onDone: ownProfile(info),
          }
        : { submit: "Continue", onDone: paths.reviewerSummary })}
    >
      <Panel>
        <CategoryAndSkillsFields />
      </Panel>
    </CallForm>
  );
}
