import type { InputOf } from "../../shared/http/call.ts";
import type { saveProfile, update } from "../../shared/reviewer/calls.ts";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";

/** What the profile form fills: the two calls it is saved with. */
export interface ProfileInput {
  readonly about: InputOf<typeof update>;
  readonly papers: InputOf<typeof saveProfile>;
}

/** Saves title, overview, category and skills, then education and certificates. Each may be repeated without harm. */
export const sendProfile = {
  fullName: "reviewer.profile",
  mutation: () => ({
    mutationKey: ["reviewer", "profile"] as const,
    mutationFn: async ({ about, papers }: ProfileInput) => {
      await write(api.reviewer.update, about);
      return await write(api.reviewer.saveProfile, papers);
    },
  }),
};
