import { saveIssuerProfile } from "../../shared/reviewer/calls.ts";
import { audit } from "../data/audit.ts";
import { now } from "../data/ids.ts";
import { keys } from "../data/keys.ts";
import { put } from "../data/table.ts";
import { OrganizationRecord } from "../organization/record.ts";
import { storeImage } from "../pictures/store-image.ts";
import { implement } from "../runtime/implement.ts";
import { sanitize } from "../runtime/rich-text.ts";

/** Saved anew each time: the account page is the issuer's own. */
export const handler = implement(
  saveIssuerProfile,
  async ({ organization_name, overview, is_internal, image: dataUrl }, { actor, organization_id, commit }) => {
    const { user_id } = actor;
    const organization = actor.organization && OrganizationRecord.parse(actor.organization);
    const profile = is_internal
      ? {
          organization_name: organization?.name ?? organization_name,
          overview: organization?.description ?? "",
          image: organization?.logo ?? "",
        }
      : {
          organization_name,
          overview: sanitize(overview),
          image: dataUrl === undefined ? "" : await storeImage({ dataUrl, kind: "logo", field: "image" }),
        };
    const data = { organization_id, is_internal, ...profile };
    return commit(
      [
        put(keys.issuerProfile(organization_id, user_id), { ...data, user_id, updated_on: now() }),
        audit("issuer.saved", { organization_id, actor_id: user_id, subject_id: user_id, user_id }),
      ],
      { data },
    );
  },
);
