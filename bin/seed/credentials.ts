import type { SeedCredential, WrittenCredential } from "./credentials/credential.ts";
import { fabrikam } from "./credentials/fabrikam.ts";
import { lakeshore } from "./credentials/lakeshore.ts";
import { northwind } from "./credentials/northwind.ts";

const of = (organization: SeedCredential["organization"], written: readonly WrittenCredential[]): SeedCredential[] =>
  written.map((each) => ({ organization, ...each }));

/** Seventeen credentials in every state. */
export const seedCredentials: readonly SeedCredential[] = [
  ...of("northwind", northwind),
  ...of("fabrikam", fabrikam),
  ...of("lakeshore", lakeshore),
];
