import SpaceBetween from "@cloudscape-design/components/space-between";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { api } from "../../api/client.ts";
import { flash } from "../dialogs/flash.ts";
import { counted } from "../look/format.ts";
import { InlineButton } from "./inline-button.tsx";
import { MultiselectField, SelectField } from "./select-fields.tsx";

const pageSize = 20;

interface Skill {
  readonly skill_id: number;
  readonly name: string;
}

/**
 * Category and skills, bound to the form's fields `category` and `skills`. Skills come twenty at a time; 'Generate more'
 * adds twenty and goes when there are no more. Another category begins without skills.
 */
export function CategoryAndSkillsFields({ disabled }: { readonly disabled?: boolean }) {
  const { getValues, setValue } = useFormContext();
  const category = useWatch({ name: "category" }) as number | undefined;
  const [limit, setLimit] = useState(pageSize);
  const categories = useQuery({ ...api.credential.listJobCategories.query({}), staleTime: Number.POSITIVE_INFINITY });
  const skills = useQuery({
    ...api.credential.listJobSkills.query({ job_id: category ?? 1, limit }),
    enabled: typeof category === "number",
    placeholderData: keepPreviousData,
  });
  const listed = (category && skills.data?.skills) || [];
  return (
    <SpaceBetween size="l">
      <SelectField
        name="category"
        label="Category"
        disabled={disabled}
        status={categories.isPending ? "loading" : "finished"}
        choices={(categories.data?.categories ?? []).map(({ job_category_id, name }) => ({
          value: job_category_id,
          label: name,
        }))}
        onPick={(picked) => {
          if (picked === category) return;
          const dropped = (getValues("skills") as readonly Skill[] | undefined)?.length ?? 0;
          if (dropped > 0)
            flash("info", `We removed ${counted(dropped, "skill")} of the earlier category. Choose skills again.`);
          setValue("skills", [], { shouldDirty: true });
          setLimit(pageSize);
        }}
      />
      <div>
        <MultiselectField<Skill>
          name="skills"
          label="Skills"
          cut={22}
          disabled={disabled === true || category === undefined}
          placeholder={category === undefined ? "Choose a category first" : "Choose skills"}
          status={skills.isFetching ? "loading" : "finished"}
          choices={listed.map(({ skill_id, name }) => ({ value: skill_id, label: name }))}
          toThing={({ value, label }) => ({ skill_id: Number(value), name: label })}
          idOf={({ skill_id }) => skill_id}
        />
        {category !== undefined && limit < (skills.data?.total ?? 0) ? (
          <InlineButton formAction="none" onClick={() => setLimit(limit + pageSize)}>
            Generate more
          </InlineButton>
        ) : null}
      </div>
    </SpaceBetween>
  );
}
