import type { Allow } from "../../shared/http/call.ts";
import { type Holders, permissions, type Reach, type Role } from "../../shared/permissions.ts";

const plural: Record<Role, string> = {
  superadmin: "super administrators",
  admin: "admins",
  issuer: "issuers",
  publisher: "publishers",
  reviewer: "reviewers",
  learner: "learners",
  custom: "custom roles",
};

const withReach: Record<Reach, (who: string) => string> = {
  any: (who) => `${who} in every organization`,
  organization: (who) => `${who} in their organization`,
  own: (who) => `${who} for what is their own`,
  related: (who) => `${who} for what concerns them`,
  published: (who) => `${who} for what is published`,
  public: (who) => who,
};

/** A sentence that says who may make a call. */
export function whoMayCall(allow: Allow): string {
  if (allow === "anyone") return "Anyone may call this, without signing in.";
  if (allow === "account") return "Anyone who is signed in may call this.";
  if (allow === "member") return "Anyone who is signed in may call this, except super administrators.";
  if (allow === "signature") return "The provider calls this, and signs what it sends.";
  const holders = Object.entries(permissions[allow.permission] as Holders) as [Role, Holders[Role]][];
  const byReach = Map.groupBy(holders, ([, held]) => (typeof held === "object" ? "actions" : held));
  const groups = [...byReach].map(([reach, held]) =>
    reach === "actions"
      ? `custom roles with ${listed(
          held.flatMap(([, actions]) => actions as readonly string[]),
          "or",
        )}`
      : withReach[reach!](
          listed(
            held.map(([role]) => plural[role]),
            "and",
          ),
        ),
  );
  return `Permission \`${allow.permission}\`: ${groups.join("; ")}.`;
}

const listed = (words: readonly string[], last: "and" | "or"): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
