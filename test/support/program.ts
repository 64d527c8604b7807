import { execFile } from "node:child_process";
import { join } from "node:path";
import type { World } from "./own-world.ts";

const settings = [
  "TABLE_NAME",
  "USER_POOL_ID",
  "PORTAL_ORIGIN",
  "FILES_BUCKET",
  "AWS_REGION",
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_ENDPOINT_URL_DYNAMODB",
  "AWS_ENDPOINT_URL_SQS",
  "AWS_ENDPOINT_URL_S3",
  "AWS_ENDPOINT_URL_SECRETS_MANAGER",
  "SIGNED_BUCKET",
  "AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER",
];

/** What the environment of an operator's program says of a world. */
export const settingsOf = (world: World) => world.control.settings(settings);

/** What became of a program: its exit code, and all that it printed. */
export interface ProgramResult {
  readonly code: number;
  readonly said: string;
}

/** Runs a program of bin/operate as an operator does, with a world's settings in the environment. */
export const operate = (world: World, name: string, ...words: string[]): Promise<ProgramResult> =>
  operateBy(world, {}, name, ...words);

/** Runs a program of bin/operate whose operator types something into it, or has more in their environment. */
export async function operateBy(
  world: World,
  {
    typed = "",
    environment = {},
  }: { readonly typed?: string; readonly environment?: Readonly<Record<string, string>> },
  name: string,
  ...words: string[]
): Promise<ProgramResult> {
  const program = join(import.meta.dirname, `../../bin/operate/${name}.ts`);
  const known = await settingsOf(world);
  const AUDIT_BUCKET = known.FILES_BUCKET!.replace("-files-", "-audit-");
  const env = { PATH: process.env.PATH, ...known, AUDIT_BUCKET, ...environment };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [program, ...words], { env }, (error, out, complaints) => {
      resolve({ code: Number(error?.code ?? 0), said: out + complaints });
    });
    child.stdin!.end(typed);
  });
}
