import { Problem } from "../../../shared/http/problem.ts";
import { isBlank } from "../../../shared/http/text.ts";
import * as paths from "../../../shared/platform/paths.ts";
import type { BadgeService } from "../../clients/badgr/badgr.ts";
import { Refused } from "../../clients/badgr/requests.ts";
import { readMedia } from "../../clients/files.ts";
import { lockBadgeSteps } from "../../credential/model/badge-lock.ts";
import { StoredDetails } from "../../credential/model/record.ts";
import { certificateKeys } from "../../data/keys/certificate.ts";
import { credentialKeys } from "../../data/keys/credential.ts";
import { retryWhenRaced } from "../../data/retry-when-raced.ts";
import { change, put } from "../../data/steps.ts";
import { batchGet, transact } from "../../data/table.ts";
import { clock } from "../../runtime/clock.ts";
import { environment } from "../../runtime/environment.ts";
import { BadgeLink, type BadgeTerms } from "./record.ts";

const TURN_SECONDS = 60;

/** The public page of a credential, by which its badge is known again at the badge service. */
const pageOf = ({ organization_id, cred_id }: BadgeTerms) =>
  environment("PORTAL_ORIGIN") + paths.credentialDetails(organization_id, cred_id);

/**
 * Gives the badge of a credential, making it at the badge service when there is none; from then on the credential's badge
 * settings are locked. One at a time: who comes meanwhile is told that it is busy (503). A badge that was made although
 * the answer was lost is found by the credential's page.
 */
export async function badgeFor(terms: BadgeTerms, service: BadgeService): Promise<string> {
  const { cred_id, organization_id } = terms;
  const [stored, details] = await batchGet([certificateKeys.badge(cred_id), credentialKeys.credentialDetails(cred_id)]);
  const known = stored && BadgeLink.parse(stored).badge_id;
  if (known) return known;
  const turn = change(
    certificateKeys.badge(cred_id),
    { set: { cred_id, organization_id, making_until: clock.seconds() + TURN_SECONDS } },
    {
      orCreate: true,
      where: { badge_id: { absent: true }, making_until: { below: clock.seconds() } },
      otherwise: new Problem("server.busy"),
    },
  );
  await transact([turn]);
  try {
    const issuer = (await service.issuers()).find(
      ({ email }) => email?.toLowerCase() === terms.badgrIssuer.trim().toLowerCase(),
    );
    if (!issuer) throw new Refused(404, [`The badge service has no issuer with the email ${terms.badgrIssuer}.`]);
    const { entityId: issuer_id } = issuer;
    const criteriaUrl = pageOf(terms);
    const before = (await service.badges(issuer_id))?.find((each) => each.criteriaUrl === criteriaUrl);
    const badge =
      before ??
      (await service
        .makeBadge(issuer_id, {
          name: terms.title,
          description: (details && plain(StoredDetails.parse(details).description)) || terms.title,
          image: `data:image/png;base64,${(await readMedia(terms.badgrImage)).toString("base64")}`,
          criteriaUrl,
        })
        .catch((error) => {
          throw error instanceof Refused && error.status === 404 ? new Refused(404, [mayNotMake(issuer.name)]) : error;
        }));
    const { entityId: badge_id } = badge;
    const link = { organization_id, cred_id, badge_id, issuer_id };
    await retryWhenRaced(
      async () =>
        transact([
          put(certificateKeys.badge(cred_id), link),
          put(certificateKeys.badgrCredential(organization_id, badge_id), link),
          ...(await lockBadgeSteps(cred_id)),
        ]),
      { exhausted: "server.busy" },
    );
    return badge_id;
  } catch (error) {
    await transact([change(certificateKeys.badge(cred_id), { set: { making_until: undefined } })]);
    throw error;
  }
}

/** The service shows an issuer to all its staff, and lets editors and owners alone make badges; of the others it says 404. */
const mayNotMake = (issuer: string) =>
  `The connected account can award badges of ${issuer} but can’t create them. Make it an editor or owner of the issuer at the badge service, or import a badge that exists.`;

/** Rich text as plain words: the badge service shows its descriptions as they are. */
const plain = (html: string): string =>
  isBlank(html)
    ? ""
    : html
        .replace(/<[^>]*>/g, " ")
        .replaceAll("&lt;", "<")
        .replaceAll("&gt;", ">")
        .replaceAll("&nbsp;", " ")
        .replaceAll("&amp;", "&")
        .replace(/\s+/g, " ")
        .trim()
        .slice(0, 4000);
