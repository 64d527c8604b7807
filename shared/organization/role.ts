import * as z from "zod";
import { actions } from "../permissions.ts";

/** The fields of the form of a custom role. */
export const roleFields = {
  name: z.string("Name the role").trim().min(1, "Name the role").max(30, "The name should not exceed 30 characters"),
  role_perms: z.array(z.enum(actions)).min(1, "Choose at least one permission").max(actions.length),
};
