import { KMSClient, ListKeyRotationsCommand, RotateKeyOnDemandCommand } from "@aws-sdk/client-kms";
import { PutEmailIdentityDkimSigningAttributesCommand, SESv2Client } from "@aws-sdk/client-sesv2";
import type { Settings } from "../../../lib/settings.ts";

/** KMS lets a key be rotated by hand this often. */
const ROTATIONS_MAX = 10;

/**
 * Gives the key for fields new material. What was encrypted before opens as ever: KMS keeps the old material, and knows by
 * the ciphertext which it was.
 */
export async function rotateFieldsKey({ region }: Settings, KeyId: string): Promise<string> {
  const client = new KMSClient({ region });
  await client.send(new RotateKeyOnDemandCommand({ KeyId }));
  const { Rotations = [] } = await client.send(new ListKeyRotationsCommand({ KeyId }));
  const byHand = Rotations.filter(({ RotationType }) => RotationType === "ON_DEMAND").length;
  return `New fields are encrypted with new material within minutes; ${byHand} of ${ROTATIONS_MAX} rotations by hand are used.`;
}

/** Has SES sign mail with a new key; the old one stays in the name system as long as mail that it signed is on its way. */
export async function rotateMailKey({ region, mailFrom }: Settings): Promise<string> {
  const domain = mailFrom.slice(mailFrom.indexOf("@") + 1);
  const { DkimStatus } = await new SESv2Client({ region }).send(
    new PutEmailIdentityDkimSigningAttributesCommand({
      EmailIdentity: domain,
      SigningAttributesOrigin: "AWS_SES",
      SigningAttributes: { NextSigningKeyLength: "RSA_2048_BIT" },
    }),
  );
  return `SES signs the mail of ${domain} with a new key by and by (${DkimStatus}); its records stay as they are.`;
}
