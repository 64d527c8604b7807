import type { Certificate, Signature } from "../../../shared/certificate/certificate.ts";
import { environment } from "../../runtime/environment.ts";

/** Whether a certificate is signed, or will be on this stage; one without an id of its own will not. */
export function signatureOf(certificate: Pick<Certificate, "signed" | "status"> | undefined): Signature {
  if (certificate?.signed) return "signed";
  const isAwaited = certificate?.status === "awaitingSignature" && environment("CERTIFICATES_SIGNED") === "yes";
  return isAwaited ? "awaited" : "none";
}
