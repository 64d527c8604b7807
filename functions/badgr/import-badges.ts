import { importBadges } from "../../shared/badgr/calls.ts";
import { credentialLimits } from "../../shared/credential/parts.ts";
import type { OutputOf } from "../../shared/http/call.ts";
import { paragraphsOf } from "../../shared/http/html.ts";
import { Problem } from "../../shared/http/problem.ts";
import { asLine } from "../../shared/http/text.ts";
import { implement } from "../chain/implement.ts";
import type { BadgeClass } from "../clients/badgr/badgr.ts";
import { type DraftText, newDraft } from "../credential/model/draft.ts";
import { certificateKeys } from "../data/keys/certificate.ts";
import { create, type Step } from "../data/steps.ts";
import { storeImage } from "../pictures/store-image.ts";
import { atBadgeService } from "./model/connection.ts";
import { credentialsOfBadges } from "./model/rows.ts";

/** A badge with what its credential is to show. */
interface Found {
  readonly badge: BadgeClass;
  readonly email: string;
  readonly picture?: string;
}

/** Makes drafts of badges. The badge exists, so its settings are locked from the start. */
export const handler = implement(importBadges, async ({ badge_ids }, { actor, organization_id, commit }) => {
  const wanted = [...new Set(badge_ids)];
  const known = await credentialsOfBadges(organization_id, wanted);
  const found = await atBadgeService(organization_id, async (service) => {
    const issuers = await service.issuers();
    return Promise.all(
      wanted.map(async (badge_id): Promise<Found> => {
        const badge = await service.badge(badge_id);
        if (!badge) throw new Problem("resource.not-found");
        const email = issuers.find(({ entityId }) => entityId === badge.issuer)?.email ?? "";
        return { badge, email, picture: known.has(badge_id) ? undefined : await service.picture(badge_id) };
      }),
    );
  });
  const credentials: OutputOf<typeof importBadges>["data"]["credentials"] = [];
  const steps: Step[] = [];
  // one after another: pictures that are drawn at once would all be late
  for (const each of found) {
    const { entityId: badge_id, issuer: issuer_id } = each.badge;
    const title = titleOf(each.badge);
    const known_id = known.get(badge_id);
    const draft = known_id === undefined ? newDraft(await textOf(each), actor) : undefined;
    const cred_id = known_id ?? draft!.cred_id;
    credentials.push({ badge_id, cred_id, title, imported: draft !== undefined });
    if (draft === undefined) continue;
    const link = { organization_id, badge_id, issuer_id, cred_id };
    steps.push(
      ...draft.steps,
      create(certificateKeys.badgrCredential(organization_id, badge_id), link),
      create(certificateKeys.badge(cred_id), link),
    );
  }
  return commit(steps, { data: { credentials } });
});

/** A badge's name as a credential's title; what the cut leaves of a halved character goes. */
const titleOf = ({ name }: BadgeClass): string => asLine(asLine(name).slice(0, credentialLimits.titleCharacters));

/** A credential's texts from its badge. A picture that is no badge image here is left out. */
async function textOf({ badge, email, picture }: Found): Promise<DraftText> {
  const image = picture && (await storeImage({ dataUrl: picture, kind: "badge" }).catch(nothingRefused));
  return {
    entity_type: "BadgeClass",
    set: {
      title: titleOf(badge),
      scech: 0,
      expiration_date: null,
      badgrImage: image || "",
      badgrIssuer: email,
    },
    details: {
      description: paragraphsOf(badge.description ?? ""),
      score_description: "",
      credential_resources: "",
      attachments: [],
    },
  };
}

function nothingRefused(error: unknown): undefined {
  if (!(error instanceof Problem && error.code === "image.refused")) throw error;
}
