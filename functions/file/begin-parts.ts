import { beginParts } from "../../shared/file/part-calls.ts";
import { partBytes, recordingFault, unfinishedMax } from "../../shared/file/rules.ts";
import { Problem } from "../../shared/http/problem.ts";
import { implement } from "../chain/implement.ts";
import { fileKeys } from "../data/keys/file.ts";
import { consumeRate } from "../data/rate.ts";
import { create } from "../data/steps.ts";
import { queryAll } from "../data/table.ts";
import { requireStillOpen } from "../organization/model/still-open.ts";
import { namedApplication, ownApplication, requireEditable } from "../submission/model/store.ts";
import { intentOf, keepIntent } from "./model/intent.ts";
import { cutOf } from "./model/parted.ts";

/** Whoever may not change the work begins nothing; what becomes of the file is said when the work is saved. */
export const handler = implement(
  beginParts,
  async ({ name, size }, { actor, organization_id, commit, prefetched }) => {
    const { user_id } = actor;
    const application = ownApplication(prefetched[0], user_id);
    await requireStillOpen(application.organization_id, actor);
    requireEditable(application, undefined);
    const asked = { folder: "submissions", organization_id, user_id, name, size } as const;
    const { file_id, intent: whole } = intentOf(asked, recordingFault({ name, size }));
    // the storage client is large: it is loaded while the table is asked
    const [begun, storage] = await Promise.all([
      queryAll(fileKeys.allBegun(user_id)),
      import("../clients/parted-uploads.ts"),
    ]);
    if (begun.length >= unfinishedMax) throw new Problem("file.parts-many");
    const { key, type } = whole;
    const intent = { ...whole, part_bytes: partBytes, upload_id: await storage.beginParts(key, type) };
    return commit(
      [
        ...keepIntent(intent),
        create(fileKeys.begun(user_id, file_id), { key }),
        consumeRate("recordingsPerUser", user_id),
      ],
      { data: cutOf(intent) },
    );
  },
  namedApplication,
);
