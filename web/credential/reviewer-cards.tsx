import Checkbox from "@cloudscape-design/components/checkbox";
import FormField from "@cloudscape-design/components/form-field";
import SpaceBetween from "@cloudscape-design/components/space-between";
import Spinner from "@cloudscape-design/components/spinner";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { PotentialReviewer } from "../../shared/credential/calls.ts";
import type { Skill } from "../../shared/credential/parts.ts";
import { fullName } from "../../shared/platform/full-name.ts";
import { api } from "../api/client.ts";
import { ReviewerProfile } from "../content/reviewer/profile-card.tsx";
import { Failure } from "../ui/forms/errors.tsx";
import { useField } from "../ui/forms/use-field.ts";
import { Nothing } from "../ui/lists/list-states.tsx";
import { usePages } from "../ui/lists/pages.ts";
import { counted } from "../ui/look/format.ts";
import { Avatar } from "../ui/look/pictures/avatar.tsx";
import { SkillTags } from "../ui/look/skill-tags.tsx";
import "../content/credential/credential.css";
import "./reviewer-cards.css";
import { Modal } from "../ui/dialogs/modal.tsx";
import { InlineButton } from "../ui/forms/inline-button.tsx";
import { PageNumbers } from "../ui/lists/page-numbers.tsx";
import { Panel } from "../ui/look/panel.tsx";

const pageSize = 12;
const skillsShown = 5;

/** A form's `assigned_reviewers`: the reviewers a credential has or may have as cards, each to be selected and looked at. */
export function ReviewerCards({
  credential_id,
  organization_id,
  skills,
  ifNone,
}: {
  readonly credential_id: string;
  readonly organization_id: string;
  /** What the credential's work asks for: of each reviewer's skills these are shown first. */
  readonly skills: readonly Skill[] | undefined;
  /** What can be done where there is nobody to choose. */
  readonly ifNone: { readonly title: string; readonly text: string; readonly action: ReactNode };
}) {
  const { value, set, error, ref } = useField<readonly string[]>({ name: "assigned_reviewers" });
  const [page, setPage] = useState(1);
  const [viewed, setViewed] = useState<PotentialReviewer>();
  const { part, learn } = usePages(credential_id, pageSize);
  const found = useQuery({
    ...api.credential.listPotentialReviewers.query({ organization_id, credential_id, ...part(page) }),
    placeholderData: keepPreviousData,
  });
  if (found.data && !found.isPlaceholderData) learn(page, found.data);
  const reviewers = found.data?.data ?? [];
  const isWanted = ({ skill_id }: Skill) => Number(skills?.some((each) => each.skill_id === skill_id) ?? false);
  const total = found.data?.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  return (
    <Panel
      title="Choose reviewers"
      counter={`(${counted(value.length, "selected", "selected")})`}
      description="Reviewers in this category. Best skill matches come first."
      actions={pages > 1 ? <PageNumbers of="reviewers" page={page} count={pages} onPage={setPage} /> : undefined}
    >
      <FormField errorText={error} stretch>
        {found.isPending ? (
          <ul className="reviewer-cards" aria-hidden="true">
            {Array.from({ length: 3 }, (_, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rooms for what is on its way
              <li key={at} className="reviewer-choice reviewer-waiting" />
            ))}
          </ul>
        ) : found.isError ? (
          <Failure error={found.error} title="We couldn’t load reviewers" onAgain={() => void found.refetch()} />
        ) : reviewers.length === 0 ? (
          <Nothing {...ifNone} />
        ) : (
          <ul className="reviewer-cards" aria-label="Reviewers" aria-busy={found.isPlaceholderData}>
            {reviewers.map((reviewer, at) => {
              const name = fullName(reviewer);
              const selected = value.includes(reviewer.user_id);
              return (
                <li
                  key={reviewer.user_id}
                  className={selected ? "reviewer-choice reviewer-selected" : "reviewer-choice"}
                >
                  <div className="reviewer-choice-head">
                    <Avatar src={reviewer.image} of={name} size={48} />
                    <div>
                      <p className="reviewer-choice-name">{name}</p>
                      <p className="credential-facts">{reviewer.title}</p>
                    </div>
                  </div>
                  <SkillTags
                    skills={reviewer.skills_ext
                      .toSorted((one, other) => isWanted(other) - isWanted(one))
                      .slice(0, skillsShown)}
                  />
                  <p className="credential-facts">
                    {counted(reviewer.matching_skills ?? 0, "matching skill")}
                    {reviewer.own_organization ? " · from your organization" : " · from another organization"}
                  </p>
                  <div className="reviewer-choice-actions">
                    <Checkbox
                      ref={at === 0 ? ref : undefined}
                      checked={selected}
                      ariaLabel={`Select ${name}`}
                      onChange={({ detail }) =>
                        set(
                          detail.checked
                            ? [...value, reviewer.user_id]
                            : value.filter((user_id) => user_id !== reviewer.user_id),
                        )
                      }
                    >
                      Select
                    </Checkbox>
                    <InlineButton
                      formAction="none"
                      ariaLabel={`View Profile of ${name}`}
                      onClick={() => setViewed(reviewer)}
                    >
                      View Profile
                    </InlineButton>
                  </div>
                </li>
              );
            })}
          </ul>
        )}
      </FormField>
      {viewed ? (
        <ProfileDialog reviewer={viewed} organization_id={organization_id} onClose={() => setViewed(undefined)} />
      ) : null}
    </Panel>
  );
}

function ProfileDialog({
  reviewer,
  organization_id,
  onClose,
}: {
  readonly reviewer: PotentialReviewer;
  readonly organization_id: string;
  readonly onClose: () => void;
}) {
  const { user_id } = reviewer;
  const info = useQuery(api.reviewer.readInfo.query({ organization_id, user_id }));
  return (
    <Modal size="large" header={fullName(reviewer)} onDismiss={onClose}>
      {info.data ? (
        <ReviewerProfile profile={info.data} />
      ) : info.isError ? (
        <Failure error={info.error} onAgain={() => void info.refetch()} />
      ) : (
        <SpaceBetween size="m">
          <Spinner size="large" />
          <p role="status">Loading profile …</p>
        </SpaceBetween>
      )}
    </Modal>
  );
}
