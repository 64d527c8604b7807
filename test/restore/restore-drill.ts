import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seedOrganizations } from "../../bin/seed/people.ts";
import { platformKeys } from "../../functions/data/keys/platform.ts";
import { contract } from "../../shared/contract.ts";
import { ownWorld } from "../support/own-world.ts";
import { operate } from "../support/program.ts";
import { asTyped } from "../support/runbook-commands.ts";
import {
  type Acknowledged,
  damage,
  fillUp,
  goOn,
  killedOnceWriting,
  prepare,
  violationsIn,
  whatIsRead,
} from "./drill.ts";
import { type Item, type Tables, tablesOf } from "./tables.ts";

const { organization } = contract;
const { organization_id } = seedOrganizations.fabrikam;
const MINUTES_MAX = 3;
const filledFor = (copy: string) => ({ "<stage>": "local", "<copy>": copy, "org_…": organization_id });

/** The drill of a restore in a world with so many items: damage, a copy, what was written since, and what is there then. */
export function restoreDrill(count: number): void {
  let world: Awaited<ReturnType<typeof ownWorld>>;
  let tables: Tables;
  beforeAll(async () => {
    world = await ownWorld({ content: true });
    tables = await tablesOf(world);
  });
  afterAll(async () => {
    tables?.close();
    await world?.stop();
  });

  describe("a stage that goes back to a copy of its table", () => {
    let acknowledged: Acknowledged[];
    let before: unknown[];
    const replaying = asTyped("npm run replay-writes -- --stage <stage> --into <copy>", filledFor("copy"));
    const replay = (...words: string[]) => operate(world, ...replaying, ...words);

    test("keeps what was written since, and loses the damage", async () => {
      const known = await prepare(world);
      const items = await fillUp(tables, count);
      expect(items).toBeGreaterThanOrEqual(count);
      await world.settle();
      expect(await violationsIn(tables, tables.first)).toEqual([]);
      before = await whatIsRead(world.as("Abe"));
      await tables.copy(tables.first, "copy");

      const mine = new RegExp([known.credential_id, known.paid_id, known.people.Leo.user_id].join("|"));
      const spared = (item: Item) => mine.test(JSON.stringify(item));
      const { deleted, spoilt } = await damage(tables, tables.first, { organization_id, spared });
      expect(Math.min(deleted, spoilt)).toBeGreaterThan(0);
      acknowledged = await goOn(world, known);
      const found = await violationsIn(tables, tables.first).catch(({ message }: Error) => [message]);
      expect(found).not.toEqual([]);

      const untouched = await tables.items("copy");
      const { said: shown } = await replay();
      expect(shown).toContain("Nothing was written.");
      expect(shown).toContain(`${known.people.Leo.user_id} was deleted since`);
      expect(await tables.items("copy")).toEqual(untouched);
      await killedOnceWriting(world, tables, { table: "copy", words: [...replaying, "--write"] });
      const began = performance.now();
      const { code, said } = await replay("--write");
      const minutes = (performance.now() - began) / 60_000;
      expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining("were written") });
      await tables.write("copy", [
        { ...platformKeys.rate("callsPerOrganization", "BUCKET"), ttl: Date.now() / 1000 - 60 },
      ]);
      expect((await replay()).said).toMatch(/^0 items were written since/);
      console.log(
        `Restored ${items.toLocaleString("en-US")} items (${deleted} deleted, ${spoilt} spoilt) in ${minutes.toFixed(2)} minutes.`,
      );
      expect(minutes).toBeLessThan(MINUTES_MAX);
    });

    test("violates no invariant", async () => {
      expect(await violationsIn(tables, "copy")).toEqual([]);
    });

    test("has lost nothing that was acknowledged", async () => {
      await world.control.useTable("copy");
      const lost: string[] = [];
      for (const { what, isThere } of acknowledged) if (!(await isThere())) lost.push(what);
      expect(lost).toEqual([]);
    });

    test("has again what was lost", async () => {
      expect(await whatIsRead(world.as("Abe"))).toEqual(before);
    });
  });

  describe("an organization that comes back from a copy", () => {
    const line = "npm run copy-organization -- --stage <stage> --from <copy> --organization org_…";
    const copying = asTyped(line, filledFor("second"));
    const copied = (...words: string[]) => operate(world, ...copying, ...words);
    let others: Item[];
    let before: unknown[];
    const isIts = ({ pk, sk, organization_id: owner }: Item) =>
      owner === organization_id || `${pk}${sk}`.includes(organization_id);

    test("is shown first, and nothing is written", async () => {
      await world.control.useTable("copy");
      await tables.copy("copy", "second");
      before = await whatIsRead(world.as("Abe"));
      const lost = (await tables.items("copy")).filter(
        (item) => isIts(item) && !/^(?:USER|ORG|ORGNAME)#/.test(item.pk.replace(/^ORG#[^#]+#.*/, "")),
      );
      await tables.remove("copy", lost);
      expect((await world.as("Abe").call(organization.rename, { orgName: "Fabrikam Renewed" })).status).toBe(200);
      others = (await tables.items("copy")).filter((item) => !isIts(item));
      const { code, said } = await copied();
      expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining("Nothing was written.") });
      expect(said).toMatch(new RegExp(`^[1-9]\\d* items stay .*\\n(?:.*\\n)*  ORG#${organization_id} META`, "m"));
    });

    test("is there again after a run that was killed and another, and what was newer has stayed", async () => {
      await killedOnceWriting(world, tables, { table: "copy", words: [...copying, "--write"] });
      expect(await copied("--write")).toMatchObject({ code: 0 });
      expect((await copied()).said).toMatch(/^0 items come back/m);
      const again = JSON.stringify(await whatIsRead(world.as("Abe")));
      expect(JSON.parse(again.replaceAll("Fabrikam Renewed", seedOrganizations.fabrikam.name))).toEqual(
        JSON.parse(JSON.stringify(before)),
      );
      const { body } = await world.as("Abe").call(organization.read, {});
      expect(body.data.name).toBe("Fabrikam Renewed");
    });

    test("violates no invariant, says in the audit what came back, and leaves all others as they were", async () => {
      expect(await violationsIn(tables, "copy")).toEqual([]);
      const items = await tables.items("copy");
      const rows = items.filter(({ type }) => type === "organization.recovered");
      expect(rows.length).toBeGreaterThan(1);
      expect(new Set(rows.map((row) => `${row.organization_id} ${row.actor_id}`))).toEqual(
        new Set([`${organization_id} operator`]),
      );
      const now = new Map(items.map((item) => [`${item.pk}\n${item.sk}`, item]));
      expect(others.filter((item) => now.get(`${item.pk}\n${item.sk}`) === undefined)).toEqual([]);
    });
  });
}
