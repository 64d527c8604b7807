import { type Settings, stackNames } from "../../../lib/settings.ts";

/** How long a deployment is watched after everything is there. */
const WATCHED_MINUTES = 10;
/** Where what is synthesized stands. */
export const assembly = "cdk.out";

/** What is built before anything is synthesized: the functions, and the portal. */
export const builds: readonly (readonly string[])[] = [
  ["bin/build.ts"],
  ["node_modules/vite/bin/vite.js", "build", "web"],
];

const cdk = (...words: string[]) => ["node_modules/aws-cdk/bin/cdk", "--app", assembly, "--no-notices", ...words];

/** Proves that a stage works, before it is called well. */
export const smokeTest = (stage: string): string[] => ["bin/operate/smoke.ts", "--stage", stage];

/** Shows what a deployment would change. */
export const difference = (): string[] => cdk("diff", "--all");

/** Brings one stack to what was synthesized. While alarms watch, it goes back by itself when one of them rings. */
const deploy = (stack: string, ...more: string[]): string[] =>
  cdk("deploy", stack, "--exclusively", "--require-approval", "never", ...more);

/** CloudFormation goes on using what it was told before, unless it is told that there is nothing. */
function watched(alarms: readonly string[] | undefined): string[] {
  if (alarms === undefined) return [];
  if (alarms.length === 0) return ["--rollback-trigger-alarm-arns", "none"];
  return [
    ...["--monitoring-time-minutes", String(WATCHED_MINUTES)],
    ...alarms.flatMap((alarm) => ["--rollback-trigger-alarm-arns", alarm]),
  ];
}

/**
 * The three deployments in their order. `watching` are the alarms that watch the functions: none of them for an empty list;
 * undefined before a stage stands, when there are none to name.
 */
export function deployments(
  settings: Settings,
  watching: readonly string[] | undefined,
): Record<"edge" | "functions" | "portal", string[]> {
  const { edge, main, portal } = stackNames(settings);
  return {
    edge: deploy(edge),
    functions: deploy(main, ...watched(watching)),
    portal: deploy(portal),
  };
}
