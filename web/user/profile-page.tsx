import Button from "@cloudscape-design/components/button";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "react-router";
import { fullName } from "../../shared/platform/full-name.ts";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { organizationNameShown } from "../content/organization/organization-name.ts";
import { useSession } from "../session/session.tsx";
import { date } from "../ui/look/format.ts";
import { KeyValues } from "../ui/look/key-values.tsx";
import { PageHeader } from "../ui/look/page-header.tsx";
import { Panel } from "../ui/look/panel.tsx";
import { Avatar } from "../ui/look/pictures/avatar.tsx";

/** `/profile` shows one's own profile, `/profile/:id` another's as far as the reader may see it. */
export function Page() {
  const { id } = useParams();
  const { organization_id, organization, role, user, can } = useSession();
  const own = id === undefined || id === user.user_id;
  const go = useNavigate();
  const { data: profile } = useSuspenseQuery(
    api.user.readProfile.query({
      ...(organization_id ? { organization_id } : {}),
      ...(own ? {} : { user_id: id }),
    }),
  );
  const name = fullName(profile);
  return (
    <>
      <PageHeader
        title={own ? "Your profile" : name}
        {...(own ? {} : { back: { to: paths.home, text: "Back", returns: true } })}
        actions={
          own ? (
            <SpaceBetween direction="horizontal" size="xs">
              {role === "learner" ? (
                <Button onClick={() => void go(paths.learnerProfile)}>Learner profile</Button>
              ) : null}
              {role === "learner" ? <Button onClick={() => void go(paths.scechProfile)}>SCECH profile</Button> : null}
              {role === "reviewer" ? (
                <Button onClick={() => void go(paths.reviewerProfile(user.user_id))}>Reviewer profile</Button>
              ) : null}
              {role === "learner" || role === "reviewer" ? (
                <Button onClick={() => void go(paths.ties)}>Ties</Button>
              ) : null}
              {can(api.reviewer.saveIssuerProfile) ? (
                <Button onClick={() => void go(paths.issuerAccount)}>Issuer profile</Button>
              ) : null}
              <Button onClick={() => void go(paths.security)}>Sign-in and security</Button>
              <Button
                variant="primary"
                onClick={() => void go(role === "reviewer" ? paths.editProfileAsReviewer : paths.editProfile)}
              >
                Edit
              </Button>
            </SpaceBetween>
          ) : undefined
        }
      />
      <Panel>
        <SpaceBetween size="l">
          <div className="person-head">
            <Avatar src={profile.image} of={name} label={name} size={88} />
            <div className="person-facts">
              <KeyValues
                columns={2}
                items={[
                  { label: "Name", value: name },
                  ...(profile.email ? [{ label: "Email", value: profile.email }] : []),
                  ...(profile.phone ? [{ label: "Phone", value: profile.phone }] : []),
                  ...(organization && own
                    ? [
                        {
                          label: "Organization",
                          value: (
                            <Link to={paths.organizationDetails}>
                              {organizationNameShown(organization.organization_name)}
                            </Link>
                          ),
                        },
                      ]
                    : []),
                  { label: "Member since", value: date(profile.created_on) },
                  ...(profile.learner_profile?.title ? [{ label: "Title", value: profile.learner_profile.title }] : []),
                ]}
              />
            </div>
          </div>
          {profile.learner_profile?.overview ? <p className="prose">{profile.learner_profile.overview}</p> : null}
        </SpaceBetween>
      </Panel>
    </>
  );
}
