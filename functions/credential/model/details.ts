import { mayExpireOn } from "../../../shared/credential/rules.ts";
import type { DetailsStep } from "../../../shared/credential/steps.ts";
import { Problem } from "../../../shared/http/problem.ts";
import type { Actor } from "../../chain/actor.ts";
import { certificateKeys } from "../../data/keys/certificate.ts";
import { batchGet } from "../../data/table.ts";
import { storeImage } from "../../pictures/store-image.ts";
import { cleanText } from "./clean-text.ts";
import type { Edit } from "./editing.ts";
import { cleanAttachments } from "./files.ts";
import { todayOf } from "./guards.ts";
import type { StoredCredential, StoredDetails, WholeCredential } from "./record.ts";

const at = (field: string) => `credential_details.${field}`;
const refuse = (field: string, message: string) =>
  new Problem("input.invalid", { message, fields: { [at(field)]: message } });

/** The address of the badge image: the stored one kept, a new one drawn anew and kept, or none. */
async function badgeImage(sent: string, stored: string, { organization_id }: Actor): Promise<string> {
  if (sent === "" || sent === stored) return sent;
  const [connection] = await batchGet([certificateKeys.badgrConnection(organization_id)]);
  if (connection === undefined)
    throw refuse(
      "badgrImage",
      "A badge image needs the badge service. An admin can connect it in Organization details.",
    );
  if (!sent.startsWith("data:")) throw refuse("badgrImage", "You can only upload SVG/PNG file!");
  return storeImage({ dataUrl: sent, kind: "badge", field: at("badgrImage") });
}

/** What step 0 sets on a credential. */
type DetailsEdit = Edit & { readonly details: StoredDetails } & {
  readonly set: Pick<
    StoredCredential,
    "title" | "scech" | "validity_months" | "expiration_date" | "badgrImage" | "badgrIssuer"
  >;
};

/**
 * The edit that step 0 asks for, its texts made safe and its badge image stored. `whole` is the credential as it is, when
 * there is one; a badge in use keeps its settings.
 */
export async function detailsEdit(input: DetailsStep, actor: Actor, whole?: WholeCredential): Promise<DetailsEdit> {
  const { title, scech, expiration_date, badgrIssuer } = input;
  const before = whole?.credential;
  const { validity_months = before?.validity_months ?? null } = input;
  const kept = expiration_date === (before?.expiration_date ?? null);
  if (!kept && expiration_date !== null && !mayExpireOn(expiration_date, todayOf(actor)))
    throw refuse("expiration_date", "Invalid Date");
  const locked = before?.entity_type === "BadgeClass";
  if (locked && (input.badgrImage !== before.badgrImage || badgrIssuer !== before.badgrIssuer))
    throw new Problem("credential.badge-locked");
  return {
    set: {
      title,
      scech,
      ...(validity_months !== (before?.validity_months ?? null) && { validity_months: validity_months ?? undefined }),
      expiration_date,
      badgrIssuer,
      badgrImage: await badgeImage(input.badgrImage, before?.badgrImage ?? "", actor),
    },
    details: {
      description: await cleanText(input.description, at("description"), "Description is required"),
      score_description: await cleanText(
        input.score_description,
        at("score_description"),
        "Score Description is required",
      ),
      credential_resources: await cleanText(
        input.credential_resources,
        at("credential_resources"),
        "Upload Description is required",
      ),
      attachments: await cleanAttachments(input.attachments, whole?.details.attachments ?? [], actor),
    },
  };
}
