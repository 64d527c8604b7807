import { kindUnderPerson, retention } from "../../../functions/user/retention.ts";
import type { Invariant } from "./check.ts";

/** How long the search index may take to hear that somebody is gone. */
const INDEX_MS = 15 * 60_000;
const personal = ["email", "phone", "image", "learner_profile"];

/** The invariant of deleted people: I32. */
export const deletion: readonly Invariant[] = [
  {
    id: "I32",
    says: "of a deleted person only what functions/user/retention.ts names stays",
    check(table, verify, { nowMs }) {
      const people = Map.groupBy(table.of("USER#"), (item) => kindUnderPerson(item)?.user_id);
      for (const [user_id, items] of people) {
        const profile = table.get(`USER#${user_id}`, "PROFILE");
        if (profile !== undefined && profile.status !== "deleted") continue;
        const named = personal.filter((field) => profile?.[field]);
        verify(named.length === 0, `USER#${user_id} PROFILE still has ${named}`);
        const erasing = table.get(`USER#${user_id}`, "ERASURE") !== undefined;
        const recent = nowMs - 1000 * Number(profile?.tokens_valid_after ?? 0) < INDEX_MS;
        for (const item of items) {
          const { kind } = kindUnderPerson(item)!;
          const fate = kind === undefined ? undefined : retention[kind];
          const stays = fate === "kept" || (fate === "erased" && erasing);
          verify(stays, `${item.pk} ${item.sk} is left of a deleted person: see functions/user/retention.ts`);
          const { places = [] } = item;
          if (!recent) verify((places as unknown[]).length === 0, `${item.pk}: words still lead to a deleted person`);
        }
      }
    },
  },
];
