import { saveIssuerProfile } from "../../shared/reviewer/calls.ts";
import { implement } from "../chain/implement.ts";
import { sanitize } from "../chain/rich-text.ts";
import { audit } from "../data/audit.ts";
import { now } from "../data/ids.ts";
import { reviewerKeys } from "../data/keys/reviewer.ts";
import { put } from "../data/steps.ts";
import { batchGet } from "../data/table.ts";
import { storeImage } from "../pictures/store-image.ts";
import { authorOf, internalOf } from "./model/issuer-profile.ts";

/** Saved anew each time: the account page is the issuer's own. */
export const handler = implement(
  saveIssuerProfile,
  async ({ organization_name, overview, is_internal, image: dataUrl }, { actor, organization_id, commit }) => {
    const { user_id, organization } = actor;
    const key = reviewerKeys.issuerProfile(organization_id, user_id);
    const pictured = async () => {
      if (dataUrl) return storeImage({ dataUrl, kind: "logo", field: "image" });
      const [saved] = dataUrl === undefined ? await batchGet([key]) : [];
      return authorOf(saved)?.image ?? "";
    };
    const profile =
      is_internal && organization
        ? internalOf(organization)
        : { organization_name, overview: await sanitize(overview), image: await pictured() };
    const data = { organization_id, is_internal, ...profile };
    return commit(
      [
        put(key, { ...data, user_id, updated_on: now() }),
        audit("issuer.saved", { organization_id, actor_id: user_id, subject_id: user_id, user_id }),
      ],
      { data },
    );
  },
);
