import type { Settings } from "../../../lib/settings.ts";
import type { Finding } from "./finding.ts";

type Decided = Partial<Settings>;

/**
 * What a stage is deployed with: what the checkout says of it, or what was deployed when that was decided later. Two
 * different decisions of one version stop the deployment, for nobody can tell which is meant.
 */
export function decide(
  checkedOut: Decided,
  deployed: string | undefined,
): { readonly decided: Decided; readonly finding: Finding } {
  const what = "settings";
  const version = checkedOut.version ?? 0;
  if (deployed === undefined)
    return { decided: checkedOut, finding: { what, state: "good", says: `version ${version}` } };
  const before: Decided = JSON.parse(deployed);
  const differing = differences(checkedOut, before);
  const former = before.version ?? 0;
  if (differing.length === 0)
    return { decided: checkedOut, finding: { what, state: "good", says: `version ${version}, as deployed` } };
  const names = differing.join(", ");
  if (version > former)
    return {
      decided: checkedOut,
      finding: { what, state: "good", says: `version ${version} after ${former}: ${names}` },
    };
  if (version < former) {
    const says = `those of version ${former} stay, which were decided after this commit's ${version}: ${names}`;
    return { decided: before, finding: { what, state: "good", says } };
  }
  const says = `cdk.json differs from what is deployed in ${names}, and both are version ${version}: raise "version" beside them`;
  return { decided: before, finding: { what, state: "blocks", says } };
}

function differences(one: Decided, other: Decided): string[] {
  const text = (value: unknown): string =>
    JSON.stringify(value, (_, each) =>
      typeof each === "object" && each !== null && !Array.isArray(each)
        ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : each,
    );
  const names = new Set([...Object.keys(one), ...Object.keys(other)]) as Set<keyof Settings>;
  return [...names].filter((name) => name !== "version" && text(one[name]) !== text(other[name])).toSorted();
}
