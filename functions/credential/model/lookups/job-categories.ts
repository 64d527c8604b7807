/** What credentials are for, by the occupation of those who earn them; the ids are stored. */
export const jobCategories = [
  { job_category_id: 1, name: "Teachers" },
  { job_category_id: 2, name: "Counselors" },
  { job_category_id: 3, name: "Leadership" },
] as const;
