import { api } from "../../api/client.ts";
import type { PageModule } from "../../session/page.ts";
import { currentSession } from "../../session/session-store.ts";

/** The credential of a page. One's own organization is named, whosever the credential is. */
export const credentialQuery = (organization_id: string, credential_id: string) =>
  api.credential.read.query({ organization_id, credential_id });

/** Starts asking for the credential that a page's address names as `id`. */
export const loadCredential: PageModule["load"] = ({ params: { id = "" }, queries }) => {
  void queries.prefetchQuery(credentialQuery(currentSession()?.organization_id ?? "", id));
};
