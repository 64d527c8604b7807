import { edgeRegion, type Settings } from "./settings.ts";

/**
 * One alarm of each topic, which may be made to ring as a trial. None of them watches a deployment: one that is under way would
 * go back.
 */
export const triedAlarms = ({ stage, region }: Pick<Settings, "stage" | "region">) => [
  { region, name: `laurel-${stage}-sign-ins-failing` },
  { region: edgeRegion, name: `laurel-${stage}-firewall-refuses-${region}` },
];
