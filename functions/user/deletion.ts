import { dueSoon } from "../data/deadlines.ts";
import { keys } from "../data/keys.ts";
import { change, create, remove, type Step } from "../data/table.ts";
import { nextSecond } from "../process/clock.ts";
import { deletedName, rememberAddress } from "./pseudonym.ts";
import type { UserRecord } from "./record.ts";

/**
 * The steps that delete an account: the person becomes nobody at once, every session ends, and what needs time (files, work,
 * notices) is due for the clock, soon: after the requests of his that began before. Money, audit rows and certificates
 * stay: those are their organizations' records. `files` are keys of uploads to be taken away.
 */
export function deletionSteps({ user_id, email, version }: UserRecord, files: readonly string[]): Step[] {
  return [
    change(
      keys.user(user_id),
      {
        set: {
          ...deletedName,
          status: "deleted",
          email: "",
          organization_ids: [],
          tokens_valid_after: nextSecond(),
        },
        remove: ["phone", "image", "learner_profile"],
      },
      { where: { status: "active", version } },
    ),
    remove(keys.email(email), { where: { user_id } }),
    rememberAddress(email, user_id),
    ...[keys.scech, keys.passwordReset, keys.reviewer].map((keyOf) => remove(keyOf(user_id))),
    create(keys.erasure(user_id), { user_id, email, files }),
    dueSoon("person-erasure", keys.erasure(user_id)),
  ];
}
