import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../bin/local/prepare.ts";
import { line, title } from "../print.ts";
import { itemsOf } from "./items.ts";
import { type Measured, measureLists } from "./measure.ts";
import { startMeter } from "./meter.ts";
import { startWithTables } from "./table.ts";
import { type Growing, transactionsOf } from "./things.ts";

/** A question to a list, what it cost in a small and in a large organization, and the worst ratio of the two, 1 or more. */
export interface Growth {
  readonly name: string;
  readonly few: Measured;
  readonly many: Measured;
  readonly ratio: number;
}

/**
 * What every list asks of the table with `few` and with `many` things of each kind in one organization, authorization
 * included: the same questions to two tables of one DynamoDB Local. A hundred thousand of each, or a million sales, take about
 * 6 GB below .cache while it runs.
 */
export async function measureGrowth(
  [few, many]: readonly [number, number],
  growing: Growing = "everything",
  tell: (what: string, value: string) => void = () => {},
): Promise<Growth[]> {
  const directory = join(root, ".cache/bench", `growth-${process.pid}`);
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const started = performance.now();
  const seconds = () => `${((performance.now() - started) / 1000).toFixed(0)} s`;
  const tableOf = (things: number) => `growth-${things}`;
  process.env.TABLE_NAME = tableOf(few); // steps name the table they are for
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0; // and carry refusals that nobody will see: their stacks are a tenth of the work
  try {
    const dynamodb = await startWithTables(
      directory,
      [few, many].map((things) => ({
        name: tableOf(things),
        items: () => itemsOf(transactionsOf(things, growing)),
        progress: (written) =>
          tell(`items written for ${things.toLocaleString("en-US")} of each`, `${written.toLocaleString("en-US")}`),
      })),
    );
    Error.stackTraceLimit = stackTraceLimit;
    tell("seconds until the tables stood", seconds());
    const meter = await startMeter(dynamodb.url);
    Object.assign(process.env, {
      STAGE: "bench",
      PORTAL_ORIGIN: "https://laurel.test",
      AWS_ENDPOINT_URL_DYNAMODB: meter.url,
      AWS_REGION: "us-east-1",
      AWS_ACCESS_KEY_ID: "bench",
      AWS_SECRET_ACCESS_KEY: "bench",
    });
    try {
      const measured: Map<string, Measured>[] = [];
      for (const things of [few, many]) {
        process.env.TABLE_NAME = tableOf(things);
        measured.push(await measureLists(meter, growing));
      }
      tell("seconds until all was asked", seconds());
      return compared(measured[0]!, measured[1]!);
    } finally {
      meter.stop();
      await dynamodb.stop();
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function compared(few: ReadonlyMap<string, Measured>, many: ReadonlyMap<string, Measured>): Growth[] {
  return [...many].map(([name, large]) => {
    const small = few.get(name);
    if (small === undefined) throw new Error(`${name} was not asked of the small organization.`);
    const ratios = (["requests", "items", "capacity"] as const).map((each) => large[each] / small[each]);
    return { name, few: small, many: large, ratio: Math.max(...ratios.map((ratio) => Math.max(ratio, 1 / ratio))) };
  });
}

/** Measures and prints what each list costs in a small and in a large organization. */
export async function benchGrowth(sizes: readonly [number, number], growing: Growing): Promise<void> {
  const [few, many] = sizes.map((size) => size.toLocaleString("en-US"));
  const what = growing === "sales" ? "sales" : "things of each kind";
  title(`What lists ask of the table with ${few} and with ${many} ${what} in one organization`);
  const grown = await measureGrowth(sizes, growing, line);
  title("Requests, items read, capacity units; with few, with many; their worst ratio");
  const told = ({ requests, items, capacity }: Measured) => `${requests}, ${items}, ${capacity}`;
  for (const { name, few: small, many: large, ratio } of grown) {
    console.log(`${name.padEnd(84)} ${told(small).padStart(18)} ${told(large).padStart(18)}  ${ratio.toFixed(2)}`);
  }
  const worst = Math.max(...grown.map(({ ratio }) => ratio));
  line(`worst of ${grown.length} questions`, worst.toFixed(2), "goal 1.00");
}
