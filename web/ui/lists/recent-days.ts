import { dateIn } from "../../../shared/credential/rules.ts";

const dayMs = 86_400_000;

/** The choices of a list that is narrowed to days, in words such as “Submitted in the last 7 days”. */
export const recentDays = (happened: "Earned" | "Submitted") => [
  { value: "", label: "Any date" },
  { value: "7", label: `${happened} in the last 7 days` },
  { value: "30", label: `${happened} in the last 30 days` },
  { value: "earlier", label: `${happened} more than 30 days ago` },
];

/** The first and the last day (YYYY-MM-DD) that a choice of them means where a zone is. */
export function daysOf(chosen: string, timeZone: string): { from?: string; to?: string } {
  const ago = (count: number) => dateIn(timeZone, Date.now() - count * dayMs);
  if (chosen === "earlier") return { to: ago(30) };
  return chosen === "7" || chosen === "30" ? { from: ago(Number(chosen) - 1) } : {};
}
