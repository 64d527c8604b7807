import credentialSchema from "../../../shared/certificate/achievement-credential.schema.json?raw";
import * as addresses from "../../../shared/certificate/addresses.ts";
import { didDocumentOf, issuerProfileOf } from "../../../shared/certificate/issuer.ts";
import { credentialsContext, openBadgesContext } from "../../../shared/certificate/signed.ts";
import { contexts } from "../../../shared/certificate/verify/contexts.ts";
import { Problem } from "../../../shared/http/problem.ts";
import { keepJson, keepObject, type Serving } from "../../clients/signed-objects.ts";
import { certificateKeys } from "../../data/keys/certificate.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { retryWhenRaced } from "../../data/retry-when-raced.ts";
import { get } from "../../data/table.ts";
import { OrganizationRecord } from "../../organization/model/record.ts";
import { environment } from "../../runtime/environment.ts";
import { listIdOf } from "./ids.ts";
import { type Keys, signingKeys } from "./signing-keys.ts";
import { StatusList } from "./status-lists.ts";

const changing: Serving = { type: "application/json", seconds: 30 };
/** How what never changes is served. */
export const servedForADay: Serving = { type: "application/json", seconds: 86_400 };

/**
 * Keeps who an organization is now, the keys it signs with, and the contexts and the schema of its credentials. Whoever was
 * overtaken by a change writes again, so that what is served last is the newest.
 */
export async function publishIssuer(organization_id: string, { good }: Pick<Keys, "good">): Promise<void> {
  const origin = environment("PORTAL_ORIGIN");
  await Promise.all([
    keepJson(addresses.didDocumentPath(organization_id), didDocumentOf(origin, organization_id, good), changing),
    keepJson(addresses.contextPath("credentials-v2"), contexts.get(credentialsContext)!, servedForADay),
    keepJson(addresses.contextPath("open-badges-v3"), contexts.get(openBadgesContext)!, servedForADay),
    keepObject(addresses.schemaPath, credentialSchema, servedForADay),
  ]);
  const read = () => get(OrganizationRecord, organizationKeys.organization(organization_id));
  let organization = await read();
  await retryWhenRaced(
    async () => {
      if (organization === undefined) return;
      const { name, domain_url = "", description, logo = "", version } = organization;
      const profile = issuerProfileOf(origin, { organization_id, name, domain_url, description, logo });
      await keepJson(addresses.issuerProfilePath(organization_id), profile, changing);
      organization = await read();
      if (organization !== undefined && organization.version !== version) throw new Problem("state.changed");
    },
    { exhausted: "server.busy" }, // not the refusal by which whoever publishes a certificate starts anew
  );
}

/** Says anew who an organization is, where it has ever signed anything. */
export async function publishChangedIssuer(organization_id: string): Promise<void> {
  const stageKeys = await signingKeys();
  const first = await get(StatusList, certificateKeys.statusList(listIdOf(organization_id, 1)));
  if (stageKeys && first) await publishIssuer(organization_id, stageKeys);
}
