import { execFile } from "node:child_process";
import { join } from "node:path";
import type { World } from "./world.ts";

const settings = [
  "TABLE_NAME",
  "AWS_REGION",
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_ENDPOINT_URL_DYNAMODB",
  "AWS_ENDPOINT_URL_SQS",
  "AWS_ENDPOINT_URL_S3",
  "SIGNED_BUCKET",
];

/** What the environment of an operator's program says of a world. */
export const settingsOf = (world: World) => world.control.settings(settings);

/** Runs a program of bin/operate as an operator does, with a world's settings in the environment. */
export async function operate(
  world: World,
  name: string,
  ...words: string[]
): Promise<{ readonly code: number; readonly said: string }> {
  const program = join(import.meta.dirname, `../../bin/operate/${name}.ts`);
  const env = { PATH: process.env.PATH, ...(await settingsOf(world)) };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...words], { env }, (error, out, complaints) => {
      resolve({ code: Number(error?.code ?? 0), said: out + complaints });
    });
  });
}
