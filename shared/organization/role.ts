import * as z from "zod";
import { singleLine } from "../http/fields.ts";
import { lookOf } from "../http/text.ts";
import { actions, roleIds } from "../permissions.ts";

/** Whether a name is that of a role that every organization has, or of the platform's. */
const isFixedName = (name: string): boolean =>
  Object.keys(roleIds).some((role) => lookOf(name).replaceAll(" ", "") === role);

/** The fields of the form of a custom role. */
export const roleFields = {
  name: singleLine("Enter a name for the role")
    .min(1, "Enter a name for the role")
    .max(30, "The name should not exceed 30 characters")
    .refine((name) => !isFixedName(name), "This name belongs to a built-in role. Choose another."),
  role_perms: z
    .array(z.enum(actions))
    .min(1, "Choose at least one permission")
    .max(actions.length)
    .refine(
      (held) => held.some((action) => action !== "Global"),
      "Global extends other permissions. Choose at least one more.",
    ),
};
