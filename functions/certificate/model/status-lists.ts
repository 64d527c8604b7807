import { promisify } from "node:util";
import { gzip } from "node:zlib";
import * as z from "zod";
import { statusListPath, statusNoticePath } from "../../../shared/certificate/addresses.ts";
import { RevocationReason } from "../../../shared/certificate/certificate.ts";
import { verificationMethodOf } from "../../../shared/certificate/issuer.ts";
import { bitsOf, statusListOf, statusNoticeOf } from "../../../shared/certificate/status-list.ts";
import { keepObject, type Serving } from "../../clients/signed-objects.ts";
import { type Deadlines, daysAfter, schedule } from "../../data/deadlines.ts";
import { now } from "../../data/ids.ts";
import { certificateKeys } from "../../data/keys/certificate.ts";
import { retryWhenRaced } from "../../data/retry-when-raced.ts";
import { change, create, type Step } from "../../data/steps.ts";
import { get, queryAll, transact } from "../../data/table.ts";
import { environment } from "../../runtime/environment.ts";
import { signed } from "./proof.ts";
import type { Keys } from "./signing-keys.ts";

/** A status list, from its first certificate on. */
export const StatusList = z.object({
  list_id: z.string(),
  organization_id: z.string(),
  published_on: z.string(),
  /** The key that signed it and its notices. */
  key: z.string(),
  version: z.number(),
});
export type StatusList = z.infer<typeof StatusList>;

/** An entry that is set: since when and why its certificate is no longer good. */
export const ChangedEntry = z.object({
  index: z.number().int(),
  certificate_id: z.string(),
  code: RevocationReason,
  revoked_on: z.string(),
  replacement_id: z.string().optional(),
});
export type ChangedEntry = z.infer<typeof ChangedEntry>;

/** Days after which a list is signed again although nothing has changed: in time for it never to be a day old. */
const lifeDays = 0.75;

/** When the clock looks at a list. */
export const deadlinesOf = ({ published_on }: Pick<StatusList, "published_on">): Deadlines => ({
  "status-list": daysAfter(published_on, lifeDays),
});

const served: Serving = { type: "application/vc+ld+json", seconds: 30 };
const compress = promisify(gzip);

/**
 * Signs an organization's list as it is now, with the notice of one entry, or of all that another key has signed, and puts
 * them where they are served.
 * Whoever was overtaken by another writes again, so that the list that is served last is the newest. With `onlyNew` a
 * list that was published before is left as it is.
 */
export async function publishList(
  { organization_id, list_id }: Pick<StatusList, "organization_id" | "list_id">,
  { current }: Pick<Keys, "current">,
  { onlyNew, notices = "none" }: { readonly onlyNew?: true; readonly notices?: "none" | number } = {},
): Promise<void> {
  const key = certificateKeys.statusList(list_id);
  const origin = environment("PORTAL_ORIGIN");
  const verificationMethod = verificationMethodOf(origin, organization_id, current);
  const signer = current.signer;
  await retryWhenRaced(async () => {
    const before = await get(StatusList, key);
    if (before && onlyNew) return;
    const entries = (await queryAll(certificateKeys.changedEntries(list_id))).map((item) => ChangedEntry.parse(item));
    const publishedOn = now();
    const gzipped = await compress(bitsOf(entries.map(({ index }) => index)));
    const list = statusListOf(origin, { organization_id, list_id, publishedOn, gzipped });
    for (const { index, code, revoked_on: revokedOn, replacement_id } of entries) {
      if (notices !== index && before?.key === current.name) continue;
      const notice = statusNoticeOf(origin, { organization_id, list_id, index, code, revokedOn, replacement_id });
      const document = await signed(notice, { signer, verificationMethod, created: publishedOn });
      await keepObject(statusNoticePath(list_id, index), JSON.stringify(document), served);
    }
    const document = await signed(list, { signer, verificationMethod, created: publishedOn });
    await keepObject(statusListPath(list_id), JSON.stringify(document), served);
    await transact(publishedSteps({ list_id, organization_id, published_on: publishedOn, key: current.name }, before));
  });
}

function publishedSteps(list: Omit<StatusList, "version">, before: StatusList | undefined): Step[] {
  const key = certificateKeys.statusList(list.list_id);
  return [
    before
      ? change(key, { set: { published_on: list.published_on, key: list.key } }, { where: { version: before.version } })
      : create(key, { ...list }),
    ...schedule(key, before ? deadlinesOf(before) : {}, deadlinesOf(list)),
  ];
}
