import { generateKeyPairSync, sign } from "node:crypto";
import { signed } from "../../functions/certificate/model/proof.ts";
import { credentialOf } from "../../shared/certificate/credential.ts";
import { certificateDetails, origin, variedDetails } from "../certificate/details.ts";

/** One measurement in a process of its own: `usual` or `largest`, and how many credentials are signed. */
const [size, countText] = process.argv.slice(2);
const details = size === "largest" ? variedDetails() : certificateDetails;
const document = credentialOf(origin, details);
const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const signer = {
  publicKey: async () => publicKey.export({ format: "der", type: "spki" }).subarray(-32),
  sign: async (data: Uint8Array) => sign(null, data, privateKey),
};
const signing = { signer, verificationMethod: `${document.issuer.id}#key-1`, created: details.earned_on };

await signed(document, signing); // the first one compiles
const before = performance.now();
for (let count = 0; count < Number(countText); count++) await signed(document, signing);
const perSecond = Number(countText) / ((performance.now() - before) / 1000);
process.send!({ perSecond, megabytes: process.resourceUsage().maxRSS / 1024, bytes: JSON.stringify(document).length });
