/** The ways an applicant may respond to a section, by their number. */
export const responseTypes = { text: 0, file: 1, option: 2 } as const;

/** The response types of a section's comma-separated text, smallest first. */
export const responseTypesOf = (text: string): number[] =>
  text
    .split(",")
    .filter((each) => each !== "")
    .map(Number)
    .toSorted();
