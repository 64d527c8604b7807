import { type Shot, themed, type Visitor } from "./pages.ts";

/** Which of all pictures are asked for; what is left out asks for all. */
export interface Choice {
  readonly as?: readonly string[];
  readonly page?: readonly string[];
  readonly width?: readonly string[];
  readonly mode?: readonly string[];
}

const widths = [1440, 1000, 390];
/** How a page is looked at: in its light and dark colours, in the system's own, with more contrast, on paper. */
export const modes = ["light", "dark", "forced-colors", "more-contrast", "print"] as const;
export type Mode = (typeof modes)[number];

/** The walk in every theme goes by this name. */
export const inThemes = "themes";

/** A pattern of what a path of the list stands for: `{openJob}` in it is any id, or itself. */
const patternOf = (page: string): string =>
  page
    .split(/\{\w+\}/)
    .map((part) => part.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&"))
    .join("[^/?&]+");

/** Whether a page is meant by a path: the path itself, with or without what follows `?`, or what lies below it. */
function isMeant({ path }: Shot, page: string): "itself" | "below" | undefined {
  const [bare = ""] = path.split("?");
  const itself = new RegExp(`^${patternOf(page)}$`);
  if (itself.test(path) || itself.test(bare)) return "itself";
  return new RegExp(`^${patternOf(page)}/`).test(bare) ? "below" : undefined;
}

/** The shots of a walk that are asked for: those at the paths themselves or, where a path has none, those below it. */
export function chosenShots(shots: readonly Shot[], { page: pages }: Choice): Shot[] {
  if (pages === undefined) return [...shots];
  const chosen = pages.flatMap((page) => {
    const at = (how: "itself" | "below") => shots.filter((shot) => isMeant(shot, page) === how);
    return at("itself").length > 0 ? at("itself") : at("below");
  });
  return shots.filter((shot) => chosen.includes(shot));
}

/** Whether a walk is asked for, by its name. */
export const isChosen = (role: string, { as }: Choice): boolean => as?.includes(role) ?? true;

/** The widths and modes asked for. */
export const chosenWidths = ({ width }: Choice): readonly number[] => width?.map(Number) ?? widths;

/** The modes a page is looked at in: those it is made for or, asked for by name, any. */
export const chosenModes = ({ mode }: Choice, shot: Pick<Shot, "also"> = {}): readonly Mode[] =>
  modes.filter((each) =>
    mode === undefined ? each === "light" || each === "dark" || shot.also?.includes(each) : mode.includes(each),
  );

const listed = (names: readonly string[]) => [...new Set(names)].map((name) => `\n  ${name}`).join("");

/** Why a choice would lead to no picture, with what there is to choose from; undefined when it leads to some. */
export function refusalOf(choice: Choice, visitors: readonly Visitor[]): string | undefined {
  const roles = [...visitors.map(({ role }) => role), inThemes];
  const nobody = choice.as?.find((role) => !roles.includes(role));
  if (nobody !== undefined) return `There is no walk as ${nobody}. There are:${listed(roles)}`;
  const badWidth = chosenWidths(choice).find((width) => !(Number.isInteger(width) && width >= 320));
  if (badWidth !== undefined) return "A width is a whole number of pixels, 320 or more.";
  const badMode = choice.mode?.find((mode) => !modes.some((each) => each === mode));
  if (badMode !== undefined) return `There is no mode ${badMode}. There are:${listed(modes)}`;
  const chosen = [
    ...visitors.filter(({ role }) => isChosen(role, choice)),
    ...(isChosen(inThemes, choice) ? themed(visitors) : []),
  ];
  const shots = chosen.flatMap((visitor) => visitor.shots);
  const nowhere = choice.page?.find((page) => chosenShots(shots, { page: [page] }).length === 0);
  if (nowhere === undefined) return undefined;
  const who = choice.as === undefined ? "anybody" : choice.as.join(" or ");
  return `No page of ${who} is at ${nowhere}. There are:${listed(shots.map(({ path }) => path))}`;
}
