import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { makeApp } from "../../bin/app.ts";

/** A resource of a synthesized template. */
export interface Resource {
  readonly Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: the template's own JSON, as CloudFormation reads it
  readonly Properties: any;
  readonly DeletionPolicy?: string;
  readonly DependsOn?: readonly string[];
}
/** One synthesized template. */
export interface Synthesized {
  readonly name: string;
  readonly Resources: Readonly<Record<string, Resource>>;
  readonly Outputs?: Readonly<Record<string, unknown>>;
}

/** Synthesizes every call of the contract without code or portal, and gives all templates. */
export function synthesizeForTest(outdir: string): Synthesized[] {
  makeApp({ code: "inline", portalAssets: false, outdir, stage: "test" }).app.synth();
  return readdirSync(outdir)
    .filter((file) => file.endsWith(".template.json"))
    .map((name) => ({ name, ...JSON.parse(readFileSync(join(outdir, name), "utf8")) }));
}
