import * as z from "zod";
import { call, data } from "../http/call.ts";
import { wholeNumber } from "../http/fields.ts";

export const listJobCategories = call({
  route: "GET /jobcategory/list",
  summary: "List job categories",
  allow: "account",
  input: () => z.object({}),
  output: () =>
    data(z.object({ categories: z.array(z.object({ job_category_id: z.number().int(), name: z.string() })) })),
});

export const listDegrees = call({
  route: "GET /degree/list",
  summary: "List degrees",
  allow: "account",
  input: () => z.object({}),
  output: () => data(z.object({ degrees: z.array(z.object({ degree_id: z.number().int(), name: z.string() })) })),
});

export const listFields = call({
  route: "GET /field/list",
  summary: "List fields of study",
  allow: "account",
  input: () => z.object({}),
  output: () => data(z.object({ fields: z.array(z.object({ field_id: z.number().int(), name: z.string() })) })),
});

export const listCertifications = call({
  route: "GET /certification",
  summary: "List kinds of licenses and certificates",
  allow: "account",
  input: () => z.object({}),
  output: () =>
    data(
      z.object({
        certifications: z.array(
          z.object({
            certification_id: z.number().int(),
            name: z.string(),
            /** What kind it is. */
            type: z.enum(["License", "Certificate"]),
          }),
        ),
      }),
    ),
});

/** The first `limit` of them. */
export const listJobSkills = call({
  route: "GET /job-skills",
  summary: "List skills of a job category",
  allow: "account",
  input: () =>
    z.object({
      job_id: wholeNumber({ min: 1, max: 3 }),
      limit: wholeNumber({ min: 1, max: 1000 }).default(20),
    }),
  output: () =>
    data(
      z.object({
        skills: z.array(z.object({ skill_id: z.number().int(), name: z.string(), job_category_id: z.number().int() })),
        total: z.number().int(),
      }),
    ),
});
