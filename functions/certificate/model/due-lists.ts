import { Certificate } from "../../../shared/certificate/certificate.ts";
import { certificateKeys } from "../../data/keys/certificate.ts";
import { get } from "../../data/table.ts";
import { signingKeys } from "./signing-keys.ts";
import { publishList, StatusList } from "./status-lists.ts";

/** Signs a list again that was last signed a while ago. */
export async function publishDueList(list_id: string): Promise<void> {
  const stageKeys = await signingKeys();
  const list = await get(StatusList, certificateKeys.statusList(list_id));
  if (stageKeys && list) await publishList(list, stageKeys);
}

/** Signs the list of a certificate that is no longer good, with the notice that says why. */
export async function publishChange(certificate_id: string): Promise<void> {
  const stageKeys = await signingKeys();
  const certificate = await get(Certificate, certificateKeys.certificate(certificate_id));
  if (stageKeys && certificate) await publishList(certificate, stageKeys, { notices: certificate.list_index });
}
