import { fileKey } from "../../shared/file/file.ts";
import { beginParts } from "../../shared/file/part-calls.ts";
import { extensionOf, fileTypes, partBytes, recordingFault, unfinishedMax } from "../../shared/file/rules.ts";
import { Problem } from "../../shared/http/problem.ts";
import { implement } from "../chain/implement.ts";
import { schedule } from "../data/deadlines.ts";
import { newId, now } from "../data/ids.ts";
import { fileKeys } from "../data/keys/file.ts";
import { consumeRate } from "../data/rate.ts";
import { create, queryAll } from "../data/table.ts";
import { requireStillOpen } from "../organization/model/still-open.ts";
import { clock } from "../runtime/clock.ts";
import { namedApplication, ownApplication, requireEditable } from "../submission/model/store.ts";
import { deadlinesOf } from "./model/deadlines.ts";
import { cutOf } from "./model/parted.ts";

/** Whoever may not change the work begins nothing; what becomes of the file is said when the work is saved. */
export const handler = implement(
  beginParts,
  async ({ name, size }, { actor, organization_id, commit, prefetched }) => {
    const { user_id } = actor;
    const application = ownApplication(prefetched[0], user_id);
    await requireStillOpen(application.organization_id, actor);
    requireEditable(application, undefined);
    const extension = extensionOf(name);
    const fault = recordingFault({ name, size });
    if (fault !== undefined || extension === undefined) {
      throw new Problem("file.not-allowed", { message: fault, fields: { name: fault ?? "" } });
    }
    // the storage client is large: it is loaded while the table is asked
    const [begun, storage] = await Promise.all([
      queryAll(fileKeys.allBegun(user_id)),
      import("../clients/parted-uploads.ts"),
    ]);
    if (begun.length >= unfinishedMax) throw new Problem("file.parts-many");
    const file_id = newId("fil");
    const type = fileTypes[extension];
    const folder = "submissions";
    const key = fileKey({ folder, organization_id, user_id, file_id, name, timeMs: clock.now() });
    const intent = {
      key,
      folder,
      organization_id,
      user_id,
      name,
      type,
      size_bytes: size,
      part_bytes: partBytes,
      upload_id: await storage.beginParts(key, type),
      created_on: now(),
      status: "intent",
    } as const;
    return commit(
      [
        create(fileKeys.file(key), intent),
        create(fileKeys.begun(user_id, file_id), { key }),
        ...schedule(fileKeys.file(key), {}, deadlinesOf(intent)),
        consumeRate("recordingsPerUser", user_id),
      ],
      { data: cutOf(intent) },
    );
  },
  namedApplication,
);
