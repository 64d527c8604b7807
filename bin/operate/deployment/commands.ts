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

/** Shows what a deployment would change. */
export const difference = (): string[] => cdk("diff", "--all");

/** Brings one stack to what was synthesized. While alarms watch, it goes back by itself when one of them rings. */
const deploy = (stack: string, ...more: string[]): string[] =>
  cdk("deploy", stack, "--exclusively", "--require-approval", "never", ...more);

/** The three deployments in their order. Those of a stage that stands are watched where its functions change. */
export function deployments(
  settings: Settings,
  alarms: readonly string[],
): Record<"edge" | "functions" | "portal", string[]> {
  const { edge, main, portal } = stackNames(settings);
  return {
    edge: deploy(edge),
    functions: deploy(
      main,
      ...["--outputs-file", `${assembly}/outputs.json`],
      ...(alarms.length > 0 ? ["--monitoring-time-minutes", String(WATCHED_MINUTES)] : []),
      ...alarms.flatMap((alarm) => ["--rollback-trigger-alarm-arns", alarm]),
    ),
    portal: deploy(portal),
  };
}
