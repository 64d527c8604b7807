import Box from "@cloudscape-design/components/box";
import SpaceBetween from "@cloudscape-design/components/space-between";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { fullName } from "../../../shared/platform/full-name.ts";
import type { ReviewerInfo } from "../../../shared/reviewer/card.ts";
import { FileTile } from "../../ui/forms/files/file-tile.tsx";
import { calendarDate, month } from "../../ui/look/format.ts";
import { Avatar } from "../../ui/look/pictures/avatar.tsx";
import { RichText } from "../../ui/look/rich-text.tsx";
import { SkillTags } from "../../ui/look/skill-tags.tsx";
import { Status } from "../../ui/look/status.tsx";
import { StatusText } from "../../ui/look/status-text.tsx";
import "./reviewer.css";
import { Panel } from "../../ui/look/panel.tsx";

/** What a reviewer's profile shows, wherever it is shown. */
export type ShownProfile = Pick<
  ReviewerInfo,
  "first_name" | "last_name" | "image" | "title" | "overview" | "skills_ext" | "educations" | "certifications_ext"
> &
  Partial<Pick<ReviewerInfo, "status" | "created_on" | "email">>;

type Education = ShownProfile["educations"][number];
const year = (iso: string) => iso.slice(0, 4);
const yearsOf = ({ study_began, study_complete }: Education) =>
  `${year(study_began)} – ${study_complete ? year(study_complete) : "today"}`;
const degreeOf = ({ degree_name, field_name }: Education) =>
  field_name ? `${degree_name}, ${field_name}` : degree_name;

/** What stands beside a reviewer's name. `verified`: 'Verified' or 'Pending'; `state`: who decides reads what became of it. */
type Badge = "verified" | "state" | "none";

function StatusBadge({ status = "pending", badge }: { readonly status: string | undefined; readonly badge: Badge }) {
  if (badge === "none") return null;
  if (status === "accepted") return <StatusText kind="success">Verified</StatusText>;
  return badge === "state" ? <Status status={status} /> : <StatusText kind="pending">Pending</StatusText>;
}

/** Headings, as the reviewer's own profile has them, and as those who decide on their application read them. */
const headings = {
  profile: {
    overview: "Overview",
    skills: "Skills",
    education: "Education",
    papers: "Documents and certifications",
  },
  application: {
    overview: "Professional overview",
    skills: "Skills for reviewing",
    education: "Education history",
    papers: "Licenses, certificates and their documents",
  },
} as const;

/**
 * A reviewer's profile in sections; `edit` gives each the way to change it. An application has headings of its own and
 * each education on one line.
 */
export function ReviewerProfile({
  profile,
  edit,
  badge = "verified",
  shownAs = "profile",
}: {
  readonly profile: ShownProfile;
  readonly edit?: {
    /** Name and photo, and where their form leads back to. */
    readonly person: { readonly to: string; readonly backTo: string };
    readonly about: string;
    readonly skills: string;
  };
  readonly badge?: Badge;
  readonly shownAs?: keyof typeof headings;
}) {
  const words = headings[shownAs];
  const editLink = (to: string | undefined, what: string): ReactNode =>
    to ? (
      <Link className="edit-link" to={to} aria-label={`Edit ${what}`}>
        Edit
      </Link>
    ) : undefined;
  return (
    <SpaceBetween size="l">
      <Panel
        {...(edit && {
          title: "Name and photo",
          actions: (
            <Link
              className="edit-link"
              to={edit.person.to}
              state={{ backTo: edit.person.backTo }}
              aria-label="Edit name and photo"
            >
              Edit
            </Link>
          ),
        })}
      >
        <div className="person-head">
          <Avatar src={profile.image} of={fullName(profile)} label={fullName(profile)} size={88} />
          <div>
            <Box variant="h2">{fullName(profile)}</Box>
            <Box color="text-body-secondary">{profile.title}</Box>
            <SpaceBetween size="s" direction="horizontal">
              <StatusBadge status={profile.status} badge={badge} />
              {profile.created_on ? <span>Joined {month(profile.created_on)}</span> : null}
            </SpaceBetween>
            {profile.email ? <a href={`mailto:${profile.email}`}>{profile.email}</a> : null}
          </div>
        </div>
      </Panel>
      <Panel title={words.overview} actions={editLink(edit?.about, "overview")}>
        <RichText html={profile.overview} />
      </Panel>
      <Panel title={words.skills} actions={editLink(edit?.skills, "skills")}>
        {profile.skills_ext.length > 0 ? <SkillTags skills={profile.skills_ext} /> : "None selected yet."}
      </Panel>
      <Panel title={words.education} actions={editLink(edit?.about, "education")}>
        {profile.educations.length === 0 ? "Not provided." : null}
        <SpaceBetween size="s">
          {profile.educations.map((education) => (
            <div key={`${education.degree_id} ${education.institution} ${education.study_began}`}>
              {shownAs === "application" ? (
                <>
                  {degreeOf(education)} from {education.institution} ({yearsOf(education)})
                </>
              ) : (
                <>
                  <b>{degreeOf(education)}</b>
                  <div>
                    {education.institution} · {yearsOf(education)}
                  </div>
                </>
              )}
            </div>
          ))}
        </SpaceBetween>
      </Panel>
      <Panel title={words.papers} actions={editLink(edit?.about, "documents")}>
        {profile.certifications_ext.length === 0 ? "Not provided." : null}
        <SpaceBetween size="m">
          {profile.certifications_ext.map((paper) => (
            <SpaceBetween size="xs" key={`${paper.certification_id} ${paper.issued_on}`}>
              <div>
                <b>{paper.certification_name}</b>
                <div>
                  Issued {calendarDate(paper.issued_on)}
                  {paper.expires_on ? ` · expires ${calendarDate(paper.expires_on)}` : ""}
                </div>
              </div>
              {paper.attachment_link ? (
                <FileTile
                  name={`${paper.certification_name}.${paper.extension ?? "pdf"}`}
                  fileKey={paper.attachment_link}
                />
              ) : null}
            </SpaceBetween>
          ))}
        </SpaceBetween>
      </Panel>
    </SpaceBetween>
  );
}
