import { readPermissions } from "../../shared/organization/role-calls.ts";
import { actionSentences } from "../../shared/organization/rules.ts";
import { actions } from "../../shared/permissions.ts";
import { implement } from "../chain/implement.ts";

export const handler = implement(readPermissions, async () => ({
  data: { permissions: actions.map((action) => ({ action, description: actionSentences[action] })) },
}));
