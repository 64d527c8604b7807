import { useQuery } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { useSession } from "../../session/session.tsx";

/** Whether the selected organization is connected to the badge service; false until it is known. */
export function useBadgrConnected(): boolean {
  const { organization_id, organization, can } = useSession();
  const { data } = useQuery({
    ...api.badgr.connected.query({ organization_id }),
    enabled: organization?.archived === false && can(api.badgr.connected),
    staleTime: 60_000,
  });
  return data === true;
}
