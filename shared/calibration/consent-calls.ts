import * as z from "zod";
import { call, data } from "../http/call.ts";
import { ApplicationId, organizationSelector } from "../http/fields.ts";

/** Consent can be taken back any time, and what was made of the work goes with it. A repeat answers the same. */
export const setPracticeConsent = call({
  route: "PUT /user/practice-consent",
  summary: "Let reviewers practice on an own submission, or no more",
  allow: { permission: "submission:own", within: "organization" },
  whenArchived: "allowed",
  input: () =>
    z.object({
      ...organizationSelector,
      application_id: ApplicationId,
      /** False takes it back. */
      given: z.boolean(),
    }),
  output: () =>
    data(
      z.object({
        application_id: ApplicationId,
        /** Reviewers may practice on it. */
        given: z.boolean(),
      }),
    ),
  problems: ["resource.not-found", "submission.not-completed", "state.changed"],
});
