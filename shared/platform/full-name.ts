/** Characters of a first or last name; longer input is cut. */
export const nameLengthMax = 30;

/** What stands for a last name where somebody has one name alone, and how the form says so. */
export const noLastName = "-";
export const oneNameHint = "Just one name? Enter a dash (-).";

/** A person's name as it is shown; who has one name alone has it as the first. */
export const fullName = ({
  first_name,
  last_name,
}: {
  readonly first_name: string;
  readonly last_name: string;
}): string => `${first_name} ${last_name}`.trim();
