import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import * as paths from "../../../shared/platform/paths.ts";
import { api } from "../../api/client.ts";
import { useSession } from "../../session/session.tsx";
import { LightMessage } from "../../ui/look/light.tsx";

/** Whether a new credential would be the organization's first; undefined until that is known. */
export function useIsFirstCredential(organization_id: string, isNew: boolean): boolean | undefined {
  const { can } = useSession();
  const mayList = can(api.credential.list);
  const list = useQuery({
    ...api.credential.list.query({ org_id: organization_id, limit: 1 }),
    enabled: isNew && mayList,
  });
  if (!isNew || !mayList || list.isError) return false;
  return list.data && list.data.total === 0;
}

/** What has to be there before a first credential can be published, said before somebody writes it. */
export function FirstCredential() {
  const { can } = useSession();
  const inviting = can(api.organization.inviteUsers);
  const approving = can(api.reviewer.listApplications);
  return (
    <LightMessage kind="info" header="Before you publish your first credential">
      You’ll need at least one reviewer: invited, with a complete application that your organization has approved.{" "}
      {inviting || approving ? (
        <>
          You can start that now: {inviting ? <Link to={paths.addInvitation}>invite reviewers</Link> : null}
          {inviting && approving ? " or " : null}
          {approving ? <Link to={paths.reviewerApplications}>look at reviewer applications</Link> : null}.{" "}
        </>
      ) : (
        "Ask an admin to invite reviewers in the meantime. "
      )}
      {can(api.credential.approve) ? null : "An admin approves the credential before learners see it."}
    </LightMessage>
  );
}
