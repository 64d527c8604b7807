import { abandonParts } from "../../shared/file/part-calls.ts";
import { implement } from "../chain/implement.ts";
import { fileKeys } from "../data/keys/file.ts";
import { retryWhenRaced } from "../data/retry-when-raced.ts";
import { change } from "../data/steps.ts";
import { transact } from "../data/table.ts";
import { endBegun, ownUnfinished } from "./model/parted.ts";

/**
 * Refused first, so that no request of this moment finishes what is going. What such a one has joined meanwhile, and the
 * record, the clock takes away.
 */
export const handler = implement(abandonParts, ({ key }, { actor }) =>
  retryWhenRaced(async () => {
    const file = await ownUnfinished(key, actor.user_id);
    const { abortParts } = await import("../clients/parted-uploads.ts");
    const refused = { status: "refused", reason: "You gave this upload up." };
    await transact([change(fileKeys.file(key), { set: refused }, { where: { status: "intent" } }), endBegun(file)]);
    await abortParts(file);
    return { data: { key } };
  }),
);
