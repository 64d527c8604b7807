import type { Practice } from "../../shared/calibration/calls.ts";
import { api } from "../api/client.ts";
import { queries } from "../api/queries.ts";
import { useSession } from "../session/session.tsx";

/** Shows at once what a write answered: the next one names its version. */
export const useKeep = () => {
  const { organization_id } = useSession();
  return (answer: Practice) => {
    const { credential_id } = answer;
    queries.setQueryData(api.calibration.read.query({ organization_id, credential_id }).queryKey, answer);
  };
};
